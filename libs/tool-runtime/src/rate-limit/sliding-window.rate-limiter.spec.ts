import * as fc from 'fast-check';
import { rateLimiterContract } from '@toolgate/testing';
import { describeContract } from '../../../../test/support/describe-contract.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { SlidingWindowRateLimiter } from './sliding-window.rate-limiter.js';

function create(maxKeys = 1_000) {
  const clock = new FakeClock();
  const limiter = new SlidingWindowRateLimiter(clock, maxKeys);
  return { clock, limiter, advance: (ms: number) => clock.advance(ms) };
}

const window = { limit: 10, windowMs: 1_000 };

describeContract(
  'the sliding window in memory, as a rate limiter',
  rateLimiterContract(() => create()),
);

describe('the sliding window in memory, as a rate limiter', () => {
  it('answers at once', () => {
    expect(create().limiter.consume('ann', 1, window)).toEqual({
      allowed: true,
      retryAfterMs: 0,
      remaining: 9,
    });
  });

  it('counts cheap and dear uses in one budget', () => {
    const { limiter } = create();
    const uses = [5, 1, 1, 5, 1, 1, 1, 1].map(
      (cost) => limiter.consume('ann', cost, window).allowed,
    );
    expect(uses).toEqual([true, true, true, false, true, true, true, false]);
  });

  it('charges nothing for a refused use', () => {
    const { limiter, clock } = create();
    limiter.consume('ann', 10, window);
    for (let time = 0; time < 50; time++) limiter.consume('ann', 1, window);
    clock.advance(1_000);
    expect(limiter.consume('ann', 10, window).allowed).toBe(true);
  });

  it('gives back what each use took one window after that use', () => {
    const { limiter, clock } = create();
    limiter.consume('ann', 6, window);
    clock.advance(400);
    limiter.consume('ann', 4, window);
    expect(limiter.consume('ann', 1, window)).toMatchObject({ retryAfterMs: 600 });
    expect(limiter.consume('ann', 7, window)).toMatchObject({ retryAfterMs: 1_000 });
    clock.advance(600);
    expect(limiter.consume('ann', 6, window).allowed).toBe(true);
    expect(limiter.consume('ann', 1, window)).toMatchObject({ retryAfterMs: 400 });
  });

  it('does not care what is done to the clock on the wall', () => {
    const { limiter, clock } = create();
    limiter.consume('ann', 10, window);
    clock.jump(3_600_000);
    expect(limiter.consume('ann', 1, window)).toMatchObject({
      allowed: false,
      retryAfterMs: 1_000,
    });
    clock.jump(-7_200_000);
    expect(limiter.consume('ann', 1, window)).toMatchObject({
      allowed: false,
      retryAfterMs: 1_000,
    });
    clock.advance(1_000);
    expect(limiter.consume('ann', 1, window).allowed).toBe(true);
  });

  it('agrees with a list of everything that ever happened, whatever happens', () => {
    const use = fc.record({
      key: fc.constantFrom('ann', 'bob'),
      cost: fc.integer({ min: 1, max: 4 }),
      after: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 })),
    });
    fc.assert(
      fc.property(fc.array(use, { maxLength: 200 }), (uses) => {
        const { limiter, clock } = create();
        const history: { key: string; at: number; cost: number }[] = [];
        for (const { key, cost, after } of uses) {
          clock.advance(after);
          const now = clock.monotonic();
          const spent = history
            .filter((past) => past.key === key && past.at > now - window.windowMs)
            .reduce((sum, past) => sum + past.cost, 0);
          const verdict = limiter.consume(key, cost, window);
          expect(verdict.allowed).toBe(spent + cost <= window.limit);
          if (verdict.allowed) history.push({ key, at: now, cost });
        }
      }),
      { numRuns: 150 },
    );
  });

  it('tells the shortest wait that helps, whatever has been spent', () => {
    const steps = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 300 })),
    );
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 10 }), (spending, cost) => {
        const { limiter, clock } = create();
        for (const [spent, after] of spending) {
          limiter.consume('ann', spent, window);
          clock.advance(after);
        }
        const { allowed, retryAfterMs } = limiter.consume('ann', cost, window);
        if (allowed) return;
        clock.advance(retryAfterMs - 1);
        expect(limiter.consume('ann', cost, window).allowed).toBe(false);
        clock.advance(1);
        expect(limiter.consume('ann', cost, window).allowed).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  describe('when callers invent keys', () => {
    it('holds no more than its cap, however many come', () => {
      const { limiter } = create(1_000);
      let admitted = 0;
      for (let index = 0; index < 50_000; index++)
        if (limiter.consume(`stranger-${index}`, 1, window).allowed) admitted++;
      expect(admitted).toBe(1_000);
      expect(limiter.size).toBe(1_000);
    });

    it('goes on serving those it knows while it is full', () => {
      const { limiter } = create(2);
      limiter.consume('ann', 1, window);
      limiter.consume('bob', 1, window);
      expect(limiter.consume('eve', 1, window)).toMatchObject({ allowed: false });
      expect(limiter.consume('ann', 1, window)).toMatchObject({ allowed: true, remaining: 8 });
    });

    it('says when there will be room, and has it then', () => {
      const { limiter, clock } = create(2);
      limiter.consume('ann', 1, { limit: 10, windowMs: 5_000 });
      limiter.consume('bob', 1, window);
      clock.advance(300);
      expect(limiter.consume('eve', 1, window)).toEqual({ allowed: false, retryAfterMs: 950 });
      clock.advance(950);
      expect(limiter.consume('eve', 1, window).allowed).toBe(true);
    });

    it('forgets those who have gone, a little with everybody who comes', () => {
      const { limiter, clock } = create(10_000);
      for (let index = 0; index < 10_000; index++) limiter.consume(`guest-${index}`, 1, window);
      clock.advance(1_250);
      for (let use = 0; use < 200; use++)
        limiter.consume(`new ${use}`, 1, { limit: 500, windowMs: 1_000 });
      expect(limiter.size).toBe(200);
    });
  });

  it.each([0, -1, 1.5, Number.NaN])('cannot be made with room for %s keys', (maxKeys) => {
    expect(() => create(maxKeys)).toThrow(RangeError);
  });
});
