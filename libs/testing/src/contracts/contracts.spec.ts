import {
  MemoryAuditSink,
  MemoryConfirmationStore,
  SlidingWindowRateLimiter,
} from '@toolgate/tool-runtime';
import type {
  AuditRecord,
  ConfirmationStore,
  PendingConfirmation,
  RateLimitWindow,
} from '@toolgate/tool-runtime';
import { FakeClock } from '../fake-clock.js';
import { auditSinkContract } from './audit-sink.contract.js';
import { confirmationStoreContract } from './confirmation-store.contract.js';
import type { ContractCase } from './contract-case.js';
import { contractCases } from './contract-case.js';
import { rateLimiterContract } from './rate-limiter.contract.js';

/** The names of the rules that are broken, with what was said about them. */
async function brokenRules(contract: readonly ContractCase[]): Promise<Map<string, string>> {
  const broken = new Map<string, string>();
  for (const { name, run } of contract)
    await run().catch((error: unknown) => broken.set(name, (error as Error).message));
  return broken;
}

const CAPS = { ttlMs: 60_000, maxPerPrincipal: 3, maxTotal: 6 };

/** A store that is sound except for what a test changes about it. */
function storeContract(change: (sound: MemoryConfirmationStore) => object, caps = CAPS) {
  return confirmationStoreContract(() => {
    const clock = new FakeClock();
    const sound = new MemoryConfirmationStore({ confirmation: caps }, clock);
    const store: ConfirmationStore = {
      put: (key, entry, ttlMs) => sound.put(key, entry, ttlMs),
      peek: (key, binding) => sound.peek(key, binding),
      take: (key, binding) => sound.take(key, binding),
      ...change(sound),
    };
    return { ...CAPS, store, rounds: 20, advance: (ms) => clock.advance(ms) };
  });
}

describe('the contract of a confirmation store', () => {
  it('is kept by the one in memory', async () => {
    expect(await brokenRules(storeContract(() => ({})))).toEqual(new Map());
  });

  it.each<[string, (sound: MemoryConfirmationStore) => object, string, RegExp]>([
    [
      'forgets to remove what it gives',
      (sound) => ({ take: (key: string, binding: string) => sound.peek(key, binding) }),
      'gives back exactly what was put, once',
      /Expected what a second take gives to be undefined, got \{ binding: 'ann'/,
    ],
    [
      'looks first and removes later',
      (sound) => ({
        take: async (key: string, binding: string) => {
          const entry = sound.peek(key, binding);
          await Promise.resolve();
          sound.take(key, binding);
          return entry;
        },
      }),
      'gives an entry to one of two who come at once, every time',
      /In round 0 2 of two callers got the entry/,
    ],
    [
      'does not ask whose entry it is',
      (sound) => ({ peek: (key: string) => sound.peek(key, 'ann') }),
      'gives nothing to another binding, and keeps the entry for its owner',
      /what peek gives to another binding/,
    ],
    [
      'keeps entries for ever',
      (sound) => ({
        put: (key: string, entry: PendingConfirmation) => sound.put(key, entry, 1e12),
      }),
      'keeps an entry for its time and no longer',
      /what peek gives after the time is up/,
    ],
    [
      'does not keep what it is given exactly',
      (sound) => ({
        put: (key: string, entry: PendingConfirmation, ttlMs: number) =>
          sound.put(key, { ...entry, arguments: {} }, ttlMs),
      }),
      'gives back exactly what was put, once',
      /amount: 40\.5.*got .*arguments: \{\}/,
    ],
  ])('is broken by one that %s', async (_fault, change, rule, said) => {
    const broken = await brokenRules(storeContract(change));
    expect(broken.get(rule)).toMatch(said);
  });

  it('is broken by one without caps', async () => {
    const caps = { ...CAPS, maxPerPrincipal: 1_000, maxTotal: 1_000 };
    const broken = await brokenRules(storeContract(() => ({}), caps));
    expect([...broken.keys()]).toEqual([
      'refuses an owner who has too many, and nobody else',
      'has room for an owner again when something was taken or has expired',
      'counts a failed attempt against nobody',
      'refuses everybody when it is full, and drops nothing',
    ]);
  });
});

describe('the contract of a rate limiter', () => {
  const contract = (fault: (window: RateLimitWindow, cost: number) => [number, RateLimitWindow]) =>
    rateLimiterContract(() => {
      const clock = new FakeClock();
      const sound = new SlidingWindowRateLimiter(clock, 1_000);
      return {
        limiter: {
          consume: (key, cost, window) => sound.consume(key, ...fault(window, cost)),
        },
        advance: (ms) => clock.advance(ms),
      };
    });

  it('is kept by the one in memory', async () => {
    expect(await brokenRules(contract((window, cost) => [cost, window]))).toEqual(new Map());
  });

  it('is broken by one that admits one use too many', async () => {
    const broken = await brokenRules(
      contract((window, cost) => [cost, { ...window, limit: window.limit + 1 }]),
    );
    expect(broken.get('admits as many uses as the limit holds, and not one more')).toBe(
      'Expected the number of uses to be 100, got 101.',
    );
  });

  it('is broken by one that does not mind the cost', async () => {
    const broken = await brokenRules(contract((window) => [1, window]));
    expect([...broken.keys()]).toEqual(
      expect.arrayContaining([
        'admits fewer uses the more each costs',
        'never admits a use that costs more than the limit, and promises nothing',
        'never admits a use that costs 0',
        'never admits a use that costs NaN',
      ]),
    );
  });

  it('is broken by one that promises too short a wait', async () => {
    const broken = await brokenRules(
      rateLimiterContract(() => {
        const clock = new FakeClock();
        const sound = new SlidingWindowRateLimiter(clock, 1_000);
        return {
          limiter: {
            consume: (key, cost, window) => {
              const verdict = sound.consume(key, cost, window);
              return { ...verdict, retryAfterMs: verdict.allowed ? 0 : 1 };
            },
          },
          advance: (ms) => clock.advance(ms),
        };
      }),
    );
    expect(broken.get('lets in again whoever waits as long as it says')).toBe(
      'Expected a use after the wait to be admitted, but it was not.',
    );
  });
});

describe('the contract of an audit sink', () => {
  const contract = (lineOf: (record: AuditRecord, lines: string[]) => void) =>
    auditSinkContract(() => {
      const lines: string[] = [];
      return { sink: { write: (record) => lineOf(record, lines) }, written: () => lines };
    });

  it('is kept by the one in memory', async () => {
    const sound = auditSinkContract(() => {
      const sink = new MemoryAuditSink();
      return { sink, written: () => sink.records.map((record) => JSON.stringify(record)) };
    });
    expect(await brokenRules(sound)).toEqual(new Map());
  });

  it('is broken by one that writes the newest first', async () => {
    const broken = await brokenRules(
      contract((record, lines) => lines.unshift(JSON.stringify(record))),
    );
    expect(broken.get('writes one entry per record, in the order the calls ended')).toMatch(
      'Expected an entry with "first", got: {"id"',
    );
  });

  it('is broken by one that loses records, and by one that leaves members out', async () => {
    const none = await brokenRules(contract(() => undefined));
    expect(none.size).toBe(6);
    const short = await brokenRules(contract(({ tool }, lines) => lines.push(tool)));
    expect(short.get('says who called what, over which channel, and how it ended')).toMatch(
      'Expected an entry with "user:42"',
    );
    expect([...short.keys()]).toContain('lets no secret out');
  });
});

describe('a case of a contract', () => {
  it('closes its subject, whether the rule is kept or broken', async () => {
    const closed: string[] = [];
    const create = () => ({ close: () => void closed.push('closed') });
    const [kept, broken] = contractCases(create, [
      ['kept', () => Promise.resolve()],
      ['broken', () => Promise.reject(new Error('no'))],
    ]);
    await kept!.run();
    await expect(broken!.run()).rejects.toThrow('no');
    expect(closed).toEqual(['closed', 'closed']);
  });

  it('is a function without parameters, so that no runner waits for a callback', () => {
    const cases = rateLimiterContract(() => Promise.reject(new Error('not created')));
    expect(cases.map(({ run }) => run.length)).toEqual(cases.map(() => 0));
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });
});
