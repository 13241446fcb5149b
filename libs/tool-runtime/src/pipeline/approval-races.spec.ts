import { Injectable } from '@nestjs/common';
import {
  Approvals,
  Clock,
  MemoryVerificationStore,
  Tool,
  ToolContext,
  VerificationStore,
} from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime } from '../../../../test/support/boot-runtime.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';

const ROUNDS = 10_000;
const LIFETIME_MS = 1_000;

@Injectable()
class Desk {
  executions = 0;

  @Tool({
    name: 'refund',
    description: 'Refunds',
    mutating: true,
    approval: { expiresInMs: LIFETIME_MS, useWithinMs: LIFETIME_MS * 1_000 },
  })
  refund() {
    return ++this.executions;
  }
}

const ann = ToolContext.web({ principal: 'ann' });
const reviewer = (principal: string) =>
  ToolContext.web({ principal, scopes: ['verification:resolve'] });
const ben = reviewer('ben');
const cem = reviewer('cem');

/** The store in memory, whose every method takes a few turns before it acts, and a few before it answers: as many as chance has it. */
function unhurried(clock: Clock) {
  const verification = { maxPerRequester: 10, maxTotal: 100 };
  const sound = new MemoryVerificationStore({ verification }, clock);
  let seed = 1;
  const turns = async () => {
    seed = (seed * 48_271) % 2_147_483_647;
    for (let turn = seed % 3; turn > 0; turn--) await Promise.resolve();
  };
  const slow =
    <Args extends unknown[], Answer>(act: (...args: Args) => Answer) =>
    async (...args: Args) => {
      await turns();
      const answer = act(...args);
      await turns();
      return answer;
    };
  return {
    open: slow(sound.open.bind(sound)),
    get: slow(sound.get.bind(sound)),
    list: slow(sound.list.bind(sound)),
    approve: slow(sound.approve.bind(sound)),
    reject: slow(sound.reject.bind(sound)),
    use: slow(sound.use.bind(sound)),
    takeExpired: slow(sound.takeExpired.bind(sound)),
  };
}

describe('people and agents who come at once', () => {
  const clock = new FakeClock();
  let runtime: RunningRuntime;
  let desk: Desk;
  let approvals: Approvals;
  const submit = async () => (await runtime.registry.call('refund', {}, ann)).verificationId!;
  const replay = (id: string) => runtime.registry.call('refund', { verification_id: id }, ann);
  const accepted = (answers: readonly PromiseSettledResult<unknown>[]) =>
    answers.filter(({ status }) => status === 'fulfilled').length;
  const decisions = () =>
    runtime
      .records()
      .filter(({ outcome }) => /^verification_(granted|rejected|expired)$/.test(outcome)).length;

  beforeEach(async () => {
    runtime = await bootRuntime({
      providers: [Desk],
      options: { rateLimit: false },
      collaborators: [
        { provide: Clock, useValue: clock },
        { provide: VerificationStore, useValue: unhurried(clock) },
      ],
    });
    desk = runtime.app.get(Desk);
    approvals = runtime.app.get(Approvals);
  });
  afterEach(() => runtime.app.close());

  it('grant once when two grant, and run once', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const id = await submit();
      const answers = await Promise.allSettled([
        approvals.grant(id, ben),
        approvals.grant(id, cem),
      ]);
      expect(accepted(answers)).toBe(1);
      expect((await replay(id)).data).toBe(round);
    }
    expect([desk.executions, decisions()]).toEqual([ROUNDS, ROUNDS]);
  }, 300_000);

  it('either grant or reject, and run only what was granted', async () => {
    let granted = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const id = await submit();
      const [yes, no] = await Promise.allSettled([
        approvals.grant(id, ben),
        approvals.reject(id, cem),
      ]);
      expect(accepted([yes, no])).toBe(1);
      const { success } = await replay(id);
      expect(success).toBe(yes.status === 'fulfilled');
      if (success) granted++;
    }
    expect([desk.executions, decisions()]).toEqual([granted, ROUNDS]);
    // Both must have been seen, or the race was none.
    expect(Math.min(granted, ROUNDS - granted)).toBeGreaterThan(ROUNDS / 20);
  }, 300_000);

  it('either grant or let expire, and run only what was granted', async () => {
    let granted = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const id = await submit();
      clock.advance(LIFETIME_MS - 1);
      const [answer] = await Promise.allSettled([
        approvals.grant(id, ben),
        // Somewhere on the way of the grant.
        (async () => {
          for (let turn = round % 12; turn > 0; turn--) await Promise.resolve();
          clock.advance(1);
        })(),
      ]);
      const { success, meta } = await replay(id);
      expect(success).toBe(answer.status === 'fulfilled');
      if (success) granted++;
      else expect(meta['reason_code']).toBe('verification_expired');
    }
    expect(desk.executions).toBe(granted);
    expect(Math.min(granted, ROUNDS - granted)).toBeGreaterThan(ROUNDS / 20);
  }, 300_000);

  it('run once when a granted call is made twice', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const id = await submit();
      await approvals.grant(id, ben);
      const answers = await Promise.all([replay(id), replay(id)]);
      expect(answers.filter(({ success }) => success)).toHaveLength(1);
      expect(desk.executions).toBe(round);
    }
  }, 300_000);
});
