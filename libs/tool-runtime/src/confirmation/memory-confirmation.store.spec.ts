import { confirmationStoreContract } from '@toolgate/testing';
import { describeContract } from '../../../../test/support/describe-contract.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import type { PendingConfirmation } from './confirmation-store.js';
import { MemoryConfirmationStore } from './memory-confirmation.store.js';

function create(maxPerPrincipal = 10, maxTotal = 50) {
  const clock = new FakeClock();
  const confirmation = { ttlMs: 60_000, maxPerPrincipal, maxTotal, elicit: true };
  const store = new MemoryConfirmationStore({ confirmation }, clock);
  return { store, clock, maxPerPrincipal, maxTotal, advance: (ms: number) => clock.advance(ms) };
}

const entryOf = (owner: string): PendingConfirmation => ({
  binding: owner,
  owner,
  tool: 'refund_order',
  arguments: { id: 'A-1' },
  sentDigest: 'digest',
});

describeContract(
  'the memory',
  confirmationStoreContract(() => create()),
);

describe('the confirmation store in memory', () => {
  it('answers at once', () => {
    const { store } = create();
    expect(store.put('k', entryOf('ann'), 1_000)).toBeUndefined();
    expect(store.take('k', 'ann')).toEqual(entryOf('ann'));
  });

  it('neither revives nor kills an entry when the clock on the wall is set', () => {
    const { store, clock } = create();
    store.put('k', entryOf('ann'), 1_000);
    clock.jump(3_600_000);
    expect(store.peek('k', 'ann')).toBeDefined();
    clock.jump(-7_200_000);
    clock.advance(1_001);
    expect(store.peek('k', 'ann')).toBeUndefined();
  });

  it('holds no more than its cap when a hundred thousand tokens are never redeemed', () => {
    const { store } = create(100, 1_000);
    for (let index = 0; index < 100_000; index++)
      store.put(`k${index}`, entryOf(`owner-${index % 5_000}`), 60_000);
    expect(store.size).toBe(1_000);
  });

  it('lets go of everything that has expired', () => {
    const { store, clock } = create(100, 1_000);
    for (let index = 0; index < 1_000; index++)
      store.put(`k${index}`, entryOf(`owner-${index}`), index % 2 ? 1_000 : 60_000);
    clock.advance(1_001);
    store.put('next', entryOf('ann'), 60_000);
    expect(store.size).toBe(501);
    clock.advance(60_000);
    store.put('last', entryOf('ann'), 60_000);
    expect(store.size).toBe(1);
  });
});
