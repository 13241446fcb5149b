import type { Awaitable, ConfirmationStore, PendingConfirmation } from '@toolgate/tool-runtime';
import { contractCases } from './contract-case.js';
import type { ContractCase, ContractRule } from './contract-case.js';
import { check, sameJson } from './contract-checks.js';

/** A store to test, with time in the hands of the contract. */
export interface ConfirmationStoreUnderTest {
  /** Empty. */
  readonly store: ConfirmationStore;
  /** Lets time pass for the store, milliseconds. */
  readonly advance: (ms: number) => Awaitable<void>;
  /** Caps the store was made with; small, so that the contract can reach them. */
  readonly maxPerPrincipal: number;
  readonly maxTotal: number;
  /** How long entries of the contract live, milliseconds. @default 60000 */
  readonly ttlMs?: number;
  /** How often two callers race for one entry. @default 10000 */
  readonly rounds?: number;
  readonly close?: () => Awaitable<void>;
}

/**
 * What every {@link ConfirmationStore} keeps to, in memory or shared.
 * @param create makes a new store for each case
 */
export function confirmationStoreContract(
  create: () => Awaitable<ConfirmationStoreUnderTest>,
): readonly ContractCase[] {
  return contractCases(async () => new Desk(await create()), RULES);
}

const RULES: readonly ContractRule<Desk>[] = [
  [
    'gives back exactly what was put, once',
    async (desk) => {
      sameJson(await desk.put('k'), undefined, 'the answer to put');
      sameJson(await desk.take('k'), pending(), 'what take gives');
      sameJson(await desk.take('k'), undefined, 'what a second take gives');
      sameJson(await desk.peek('k'), undefined, 'what peek gives after a take');
    },
  ],
  [
    'knows nothing of other keys',
    async (desk) => {
      await desk.put('k');
      for (const key of ['', 'K', 'k ', '__proto__', 'constructor'])
        sameJson(await desk.take(key), undefined, `the entry under the key ${JSON.stringify(key)}`);
    },
  ],
  [
    'can be looked into as often as one likes',
    async (desk) => {
      await desk.put('k');
      for (let time = 0; time < 3; time++)
        sameJson(await desk.peek('k'), pending(), 'what peek gives');
      sameJson(await desk.take('k'), pending(), 'what take gives after a peek');
    },
  ],
  [
    'gives nothing to another binding, and keeps the entry for its owner',
    async (desk) => {
      await desk.put('k');
      sameJson(await desk.peek('k', 'bob'), undefined, 'what peek gives to another binding');
      sameJson(await desk.take('k', 'bob'), undefined, 'what take gives to another binding');
      sameJson(await desk.take('k', ''), undefined, 'what take gives to an empty binding');
      sameJson(await desk.take('k'), pending(), 'what take gives to the owner afterwards');
    },
  ],
  [
    'keeps an entry for its time and no longer',
    async (desk) => {
      await desk.put('early');
      await desk.put('late');
      await desk.advance(desk.ttlMs - 1);
      sameJson(await desk.peek('early'), pending(), 'what peek gives before the time is up');
      sameJson(await desk.take('early'), pending(), 'what take gives before the time is up');
      await desk.advance(2);
      sameJson(await desk.peek('late'), undefined, 'what peek gives after the time is up');
      sameJson(await desk.take('late'), undefined, 'what take gives after the time is up');
    },
  ],
  [
    'gives an entry to one of two who come at once, every time',
    async (desk) => {
      for (let round = 0; round < desk.rounds; round++) {
        const key = `k${round}`;
        await desk.put(key);
        const taken = await Promise.all([desk.take(key), desk.take(key)]);
        const winners = taken.filter((entry) => entry !== undefined).length;
        check(
          winners === 1,
          `In round ${round} ${winners} of two callers got the entry. take must be atomic: one gets it.`,
        );
      }
    },
  ],
  [
    'gives an entry to one of a crowd',
    async (desk) => {
      await desk.put('k');
      const taken = await Promise.all(Array.from({ length: 200 }, () => desk.take('k')));
      const winners = taken.filter((entry) => entry !== undefined);
      sameJson(winners, [pending()], 'what a crowd of 200 gets together');
    },
  ],
  [
    'refuses an owner who has too many, and nobody else',
    async (desk) => {
      await desk.fillOwner();
      sameJson(await desk.put('one-more'), 'owner_full', 'the answer to one entry too many');
      sameJson(await desk.peek('one-more'), undefined, 'the refused entry');
      const answer = await desk.put('bobs', pending({ owner: 'bob' }));
      sameJson(answer, undefined, 'the answer to the entry of another owner');
      sameJson(await desk.peek('k0'), pending(), 'an entry from before');
    },
  ],
  [
    'has room for an owner again when something was taken or has expired',
    async (desk) => {
      await desk.fillOwner();
      await desk.take('k0');
      sameJson(await desk.put('k0'), undefined, 'the answer to put after a take');
      sameJson(await desk.put('too-many'), 'owner_full', 'the answer to one entry too many');
      await desk.advance(desk.ttlMs + 1);
      for (let index = 0; index < desk.maxPerPrincipal; index++)
        sameJson(await desk.put(`new${index}`), undefined, 'the answer to put after the expiry');
    },
  ],
  [
    'counts a failed attempt against nobody',
    async (desk) => {
      await desk.fillOwner();
      await desk.take('k0', 'bob');
      sameJson(await desk.put('one-more'), 'owner_full', 'the answer after a failed take');
    },
  ],
  [
    'refuses everybody when it is full, and drops nothing',
    async (desk) => {
      const somebody = pending({ owner: 'somebody' });
      for (let index = 0; index < desk.maxTotal; index++) {
        const answer = await desk.put(`k${index}`, pending({ owner: `owner-${index}` }));
        sameJson(answer, undefined, `the answer to entry ${index + 1} of ${desk.maxTotal}`);
      }
      sameJson(await desk.put('one-more', somebody), 'store_full', 'the answer of a full store');
      for (let index = 0; index < desk.maxTotal; index++)
        check(
          (await desk.peek(`k${index}`)) !== undefined,
          `The entry k${index} is gone. A full store refuses the new entry and drops nobody else's.`,
        );
      await desk.take('k0');
      sameJson(await desk.put('one-more', somebody), undefined, 'the answer when there is room');
    },
  ],
];

/** The store under test, asked as the caller `ann` unless told otherwise. */
class Desk {
  readonly ttlMs: number;
  readonly rounds: number;
  readonly maxPerPrincipal: number;
  readonly maxTotal: number;

  constructor(private readonly subject: ConfirmationStoreUnderTest) {
    this.ttlMs = subject.ttlMs ?? 60_000;
    this.rounds = subject.rounds ?? 10_000;
    this.maxPerPrincipal = subject.maxPerPrincipal;
    this.maxTotal = subject.maxTotal;
  }

  // All three wait, so that a store which answers at once can be asked in the same words.
  async put(key: string, entry: PendingConfirmation = pending()) {
    return this.subject.store.put(key, entry, this.ttlMs);
  }

  async peek(key: string, binding = 'ann') {
    return this.subject.store.peek(key, binding);
  }

  async take(key: string, binding = 'ann') {
    return this.subject.store.take(key, binding);
  }

  async fillOwner(): Promise<void> {
    for (let index = 0; index < this.maxPerPrincipal; index++)
      sameJson(await this.put(`k${index}`), undefined, `the answer to entry ${index + 1}`);
  }

  advance(ms: number): Awaitable<void> {
    return this.subject.advance(ms);
  }

  close(): Awaitable<void> {
    return this.subject.close?.();
  }
}

/** An entry of the caller `ann`. */
function pending(change: Partial<PendingConfirmation> = {}): PendingConfirmation {
  return {
    binding: 'ann',
    owner: 'ann',
    tool: 'refund_order',
    arguments: { id: 'A-1', amount: 40.5, lines: [{ sku: 'ü\u0000', gift: null }], __note: true },
    sentDigest: 'digest',
    ...change,
  };
}
