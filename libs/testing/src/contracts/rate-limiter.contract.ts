import type { Awaitable, RateLimiter, RateLimitVerdict } from '@toolgate/tool-runtime';
import { contractCases } from './contract-case.js';
import type { ContractCase, ContractRule } from './contract-case.js';
import { check, sameJson } from './contract-checks.js';

/** A limiter to test, with time in the hands of the contract. */
export interface RateLimiterUnderTest {
  /** Nobody has used anything yet. */
  readonly limiter: RateLimiter;
  /** Lets time pass for the limiter, milliseconds. */
  readonly advance: (ms: number) => Awaitable<void>;
  readonly close?: () => Awaitable<void>;
}

/**
 * What every {@link RateLimiter} keeps to, in memory or shared.
 * @param create makes a new limiter for each case
 */
export function rateLimiterContract(
  create: () => Awaitable<RateLimiterUnderTest>,
): readonly ContractCase[] {
  return contractCases(create, RULES);
}

const MINUTE = { limit: 100, windowMs: 60_000 };

const RULES: readonly ContractRule<RateLimiterUnderTest>[] = [
  [
    'admits as many uses as the limit holds, and not one more',
    async (subject) => sameJson(await admitted(subject, 110, 1), 100, 'the number of uses'),
  ],
  [
    'admits fewer uses the more each costs',
    async (subject) => sameJson(await admitted(subject, 5, 30), 3, 'the number of dear uses'),
  ],
  [
    'says how many more there are',
    async (subject) => {
      const first = await consume(subject, 'ann', 1);
      const expected = { allowed: true, retryAfterMs: 0, remaining: 99 };
      sameJson(first, expected, 'the verdict on the first use');
      const { remaining: half } = await consume(subject, 'bob', 50);
      sameJson(half, 1, 'what is left after half of the budget');
      const { remaining: none } = await consume(subject, 'bob', 50);
      sameJson(none, 0, 'what is left after the whole budget');
      allows(await consume(subject, 'bob', 50), false, 'a use beyond the budget');
    },
  ],
  [
    'keeps keys apart',
    async (subject) => {
      await admitted(subject, 100, 1);
      allows(await consume(subject, 'ann', 1), false, 'a use beyond the budget');
      allows(await consume(subject, 'bob', 1), true, 'the first use of another key');
    },
  ],
  [
    'admits exactly the limit of a thousand uses that come at once',
    async (subject) => {
      const window = { limit: 5, windowMs: 1_000 };
      const verdicts = await Promise.all(
        Array.from({ length: 1_000 }, () => consume(subject, 'ann', 1, window)),
      );
      const count = verdicts.filter(({ allowed }) => allowed).length;
      sameJson(count, 5, 'the number of admitted uses');
    },
  ],
  [
    'lets in again whoever waits as long as it says',
    async (subject) => {
      await admitted(subject, 101, 1);
      const refused = await consume(subject, 'ann', 1);
      allows(refused, false, 'a use beyond the budget');
      const { retryAfterMs } = refused;
      check(
        retryAfterMs > 0 && retryAfterMs <= MINUTE.windowMs + 1_000,
        `The wait must be above 0 and at most a second above the window, got ${retryAfterMs} ms.`,
      );
      await subject.advance(retryAfterMs);
      const again = await consume(subject, 'ann', 1);
      allows(again, true, 'a use after the wait');
      sameJson(again.retryAfterMs, 0, 'the wait of an admitted use');
    },
  ],
  [
    'has no double burst at the border of two windows',
    async (subject) => {
      await subject.advance(59_000);
      sameJson(await admitted(subject, 100, 1), 100, 'the number of uses before the border');
      await subject.advance(2_000);
      sameJson(await admitted(subject, 100, 1), 0, 'the number of uses behind the border');
    },
  ],
  [
    'never admits a use that costs more than the limit, and promises nothing',
    async (subject) => {
      const verdict = await consume(subject, 'ann', 150);
      allows(verdict, false, 'a use above the limit');
      check(
        verdict.retryAfterMs === Number.POSITIVE_INFINITY,
        `No wait helps a use above the limit, so retryAfterMs must be Infinity, got ${verdict.retryAfterMs}.`,
      );
    },
  ],
  ...[0, -5, Number.NaN, Number.POSITIVE_INFINITY].map(
    (cost): ContractRule<RateLimiterUnderTest> => [
      `never admits a use that costs ${cost}`,
      async (subject) => {
        allows(await consume(subject, 'ann', cost), false, `a use that costs ${cost}`);
        sameJson(await admitted(subject, 110, 1), 100, 'the number of uses after it');
      },
    ],
  ),
];

/** Waits, so that a limiter which answers at once can be asked in the same words. */
async function consume(
  { limiter }: RateLimiterUnderTest,
  key: string,
  cost: number,
  window = MINUTE,
): Promise<RateLimitVerdict> {
  return limiter.consume(key, cost, window);
}

async function admitted(subject: RateLimiterUnderTest, times: number, cost: number) {
  let count = 0;
  for (let time = 0; time < times; time++)
    if ((await consume(subject, 'ann', cost)).allowed) count++;
  return count;
}

function allows({ allowed }: RateLimitVerdict, expected: boolean, use: string): void {
  check(
    allowed === expected,
    `Expected ${use} to be ${expected ? 'admitted' : 'refused'}, but it was not.`,
  );
}
