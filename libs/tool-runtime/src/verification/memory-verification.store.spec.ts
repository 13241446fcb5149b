import { someApproval, someVerification, verificationStoreContract } from '@toolgate/testing';
import { describeContract } from '../../../../test/support/describe-contract.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { describeVerificationStoreModel } from '../../../../test/support/verification-store.model.js';
import { MemoryVerificationStore } from './memory-verification.store.js';

function create(maxPerRequester = 8, maxTotal = 20) {
  const clock = new FakeClock();
  const verification = { maxPerRequester, maxTotal };
  const store = new MemoryVerificationStore({ verification }, clock);
  return { store, clock, maxPerRequester, maxTotal, advance: (ms: number) => clock.advance(ms) };
}

describeContract(
  'the memory',
  verificationStoreContract(() => create()),
);

describeVerificationStoreModel('the store in memory', () => create(2, 4));

describe('the verification store in memory', () => {
  it('either grants or lets expire what is approved in the moment its time is up, every time', () => {
    const { store, clock } = create();
    const seen = { granted: 0, expired: 0 };
    for (let round = 0; round < 10_000; round++) {
      const id = `v${round}`;
      store.open(someVerification({ id, decideWithinMs: 1_000, useWithinMs: 1_000 }));
      clock.advance(round % 2 === 0 ? 999 : 1_000);
      const { changed, record } = store.approve(id, someApproval('ben'));
      expect(record?.stage).toBe(changed ? 'granted' : 'expired');
      expect(store.use(id, 'ann, refund_order', 'request').changed).toBe(changed);
      expect(store.takeExpired(10)).toHaveLength(changed ? 0 : 1);
      seen[changed ? 'granted' : 'expired']++;
    }
    expect(seen).toEqual({ granted: 5_000, expired: 5_000 });
  });

  it('answers at once', () => {
    const { store } = create();
    expect(store.open(someVerification())).toBeUndefined();
    expect(store.approve('v', someApproval('ben')).changed).toBe(true);
    expect(store.use('v', 'ann, refund_order', 'request-1').changed).toBe(true);
  });

  it('neither revives nor kills an approval when the clock on the wall is set', () => {
    const { store, clock } = create();
    store.open(someVerification());
    clock.jump(3_600_000);
    expect(store.get('v')?.stage).toBe('pending');
    clock.jump(-7_200_000);
    clock.advance(60_001);
    expect(store.get('v')?.stage).toBe('expired');
  });

  it('keeps what was asked, even if whoever asked changes it afterwards', () => {
    const { store } = create();
    const args = { amount: 40 };
    const entry = someVerification({ call: { ...someVerification().call!, arguments: args } });
    store.open(entry);
    args.amount = 4_000;
    const kept = store.get('v')!.entry.call!.arguments as typeof args;
    expect(kept).toEqual({ amount: 40 });
    expect(() => (kept.amount = 1)).toThrow(TypeError);
  });

  it('holds no more than twice its cap, whatever becomes of a hundred thousand verifications', () => {
    const { store, clock } = create(100, 1_000);
    for (let index = 0; index < 100_000; index++) {
      const id = `v${index}`;
      store.open(someVerification({ id, owner: `owner-${index % 5_000}` }));
      if (index % 3 === 0) store.approve(id, someApproval('ben'));
      if (index % 6 === 0) store.use(id, 'ann, refund_order', 'request');
      if (index % 3 === 1) store.reject(id, someApproval('ben'));
      if (index % 1_000 === 999) clock.advance(30_001);
    }
    expect(store.size).toBeLessThanOrEqual(2_000);
    clock.advance(200_000);
    expect(store.takeExpired(1_000_000).length).toBeLessThanOrEqual(1_000);
  });
});
