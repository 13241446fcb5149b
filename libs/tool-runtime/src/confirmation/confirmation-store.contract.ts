import type { Awaitable } from '../common/awaitable.js';
import type { ConfirmationStore, PendingConfirmation } from './confirmation-store.js';

/** A store to test, with time in the hands of the suite. */
export interface ConfirmationStoreUnderTest {
  readonly store: ConfirmationStore;
  /** Lets time pass for the store. */
  readonly advance: (ms: number) => Awaitable<void>;
  /** Caps the store was made with; small, so that the suite can reach them. */
  readonly maxPerPrincipal: number;
  readonly maxTotal: number;
  /** How long entries of the suite live, milliseconds. @default 60000 */
  readonly ttlMs?: number;
  /** How often two callers race for one entry. @default 10000 */
  readonly rounds?: number;
  readonly close?: () => Awaitable<void>;
}

/** What every {@link ConfirmationStore} keeps to, in memory or shared. */
export function describeConfirmationStore(
  name: string,
  create: () => Awaitable<ConfirmationStoreUnderTest>,
): void {
  describe(`${name} as a confirmation store`, () => {
    let subject: ConfirmationStoreUnderTest;
    let ttlMs: number;
    beforeEach(async () => {
      subject = await create();
      ttlMs = subject.ttlMs ?? 60_000;
    });
    afterEach(async () => subject.close?.());

    const put = async (key: string, entry = pending()) => subject.store.put(key, entry, ttlMs);
    const peek = async (key: string, binding = 'ann') => subject.store.peek(key, binding);
    const take = async (key: string, binding = 'ann') => subject.store.take(key, binding);

    it('gives back exactly what was put, once', async () => {
      expect(await put('k')).toBeUndefined();
      expect(await take('k')).toEqual(pending());
      expect(await take('k')).toBeUndefined();
      expect(await peek('k')).toBeUndefined();
    });

    it('knows nothing of other keys', async () => {
      await put('k');
      for (const key of ['', 'K', 'k ', '__proto__', 'constructor'])
        expect(await take(key)).toBeUndefined();
    });

    it('can be looked into as often as one likes', async () => {
      await put('k');
      for (let time = 0; time < 3; time++) expect(await peek('k')).toEqual(pending());
      expect(await take('k')).toEqual(pending());
    });

    it('gives nothing to another binding, and keeps the entry for its owner', async () => {
      await put('k');
      expect(await peek('k', 'bob')).toBeUndefined();
      expect(await take('k', 'bob')).toBeUndefined();
      expect(await take('k', '')).toBeUndefined();
      expect(await take('k')).toEqual(pending());
    });

    it('keeps an entry for its time and no longer', async () => {
      await put('early');
      await put('late');
      await subject.advance(ttlMs - 1);
      expect(await peek('early')).toEqual(pending());
      expect(await take('early')).toEqual(pending());
      await subject.advance(2);
      expect(await peek('late')).toBeUndefined();
      expect(await take('late')).toBeUndefined();
    });

    it('gives an entry to one of two who come at once, every time', async () => {
      const rounds = subject.rounds ?? 10_000;
      let wins = 0;
      for (let round = 0; round < rounds; round++) {
        await put(`k${round}`);
        const taken = await Promise.all([take(`k${round}`), take(`k${round}`)]);
        const winners = taken.filter((entry) => entry !== undefined).length;
        if (winners !== 1) throw new Error(`round ${round}: ${winners} got the entry`);
        wins++;
      }
      expect(wins).toBe(rounds);
    });

    it('gives an entry to one of a crowd', async () => {
      await put('k');
      const taken = await Promise.all(Array.from({ length: 200 }, async () => take('k')));
      expect(taken.filter((entry) => entry !== undefined)).toEqual([pending()]);
    });

    it('refuses an owner who has too many, and nobody else', async () => {
      for (let index = 0; index < subject.maxPerPrincipal; index++)
        expect(await put(`k${index}`)).toBeUndefined();
      expect(await put('one-more')).toBe('owner_full');
      expect(await peek('one-more')).toBeUndefined();
      expect(await put('bobs', pending({ owner: 'bob' }))).toBeUndefined();
      expect(await peek('k0')).toEqual(pending());
    });

    it('has room for an owner again when something was taken or has expired', async () => {
      for (let index = 0; index < subject.maxPerPrincipal; index++) await put(`k${index}`);
      await take('k0');
      expect(await put('k0')).toBeUndefined();
      expect(await put('too-many')).toBe('owner_full');
      await subject.advance(ttlMs + 1);
      for (let index = 0; index < subject.maxPerPrincipal; index++)
        expect(await put(`new${index}`)).toBeUndefined();
    });

    it('counts a failed attempt against nobody', async () => {
      for (let index = 0; index < subject.maxPerPrincipal; index++) await put(`k${index}`);
      await take('k0', 'bob');
      expect(await put('one-more')).toBe('owner_full');
    });

    it('refuses everybody when it is full, and drops nothing', async () => {
      for (let index = 0; index < subject.maxTotal; index++)
        expect(await put(`k${index}`, pending({ owner: `owner-${index}` }))).toBeUndefined();
      expect(await put('one-more', pending({ owner: 'somebody' }))).toBe('store_full');
      for (let index = 0; index < subject.maxTotal; index++)
        expect(await peek(`k${index}`)).toBeDefined();
      await take('k0');
      expect(await put('one-more', pending({ owner: 'somebody' }))).toBeUndefined();
    });
  });
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
