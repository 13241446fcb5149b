import { rateLimiterContract } from '@toolgate/testing';
import { describeContract } from '../../../../test/support/describe-contract.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { LogRecorder } from '../../../../test/support/log-recorder.js';
import { FailoverRateLimiter } from './failover.rate-limiter.js';
import type { RateLimiter, RateLimitVerdict } from './rate-limiter.js';
import { SlidingWindowRateLimiter } from './sliding-window.rate-limiter.js';

const window = { limit: 3, windowMs: 60_000 };
const FROM_SHARED: RateLimitVerdict = { allowed: true, retryAfterMs: 0, remaining: 42 };

type Answer = () => RateLimitVerdict | Promise<RateLimitVerdict>;

class SharedLimiter implements RateLimiter {
  calls = 0;
  constructor(public answer: Answer) {}

  consume() {
    this.calls++;
    return this.answer();
  }
}

const down: Answer = () => Promise.reject(new Error('ECONNREFUSED 10.0.0.1 S3NT1NEL'));
const up: Answer = () => Promise.resolve(FROM_SHARED);

function create(answer: Answer, timeoutMs = 250) {
  const clock = new FakeClock();
  const shared = new SharedLimiter(answer);
  const local = new SlidingWindowRateLimiter(clock, 1_000);
  const limiter = new FailoverRateLimiter(shared, local, clock, timeoutMs);
  return { clock, shared, limiter, use: async () => limiter.consume('ann', 1, window) };
}

describe('a shared rate limiter with a local one behind it', () => {
  let log: LogRecorder;
  beforeEach(() => {
    log = LogRecorder.start();
  });
  afterEach(() => log.stop());

  it('goes by the shared one while it works', async () => {
    const { use } = create(up);
    for (let time = 0; time < 10; time++) expect(await use()).toBe(FROM_SHARED);
    expect(log.lines).toEqual([]);
  });

  it.each<[string, Answer]>([
    ['rejects', down],
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['never answers', () => new Promise(() => undefined)],
  ])('limits alone when the shared one %s', async (_, answer) => {
    const { use } = create(answer, 5);
    const allowed: boolean[] = [];
    for (let time = 0; time < 5; time++) allowed.push((await use()).allowed);
    expect(allowed).toEqual([true, true, true, false, false]);
  });

  it('says once that it is down, without what the storage said, and once that it is back', async () => {
    const { use, shared, clock } = create(down);
    for (let time = 0; time < 4; time++) {
      await Promise.all([use(), use(), use()]);
      clock.advance(1_000);
    }
    expect(log.texts('warn')).toEqual([expect.stringContaining('this process counts alone')]);
    expect(JSON.stringify(log.lines)).not.toContain('S3NT1NEL');
    shared.answer = up;
    expect(await use()).toBe(FROM_SHARED);
    expect(await use()).toBe(FROM_SHARED);
    expect(log.texts('log')).toEqual([expect.stringContaining('answers again')]);
    shared.answer = down;
    await use();
    expect(log.texts('warn')).toHaveLength(2);
  });

  it('makes only one call a second wait for a storage that is down', async () => {
    const { use, shared, clock } = create(down);
    await use();
    for (let time = 0; time < 20; time++) await use();
    expect(shared.calls).toBe(1);
    clock.advance(1_000);
    await Promise.all([use(), use(), use()]);
    expect(shared.calls).toBe(2);
  });

  it('names the option when the storage is too slow', async () => {
    await create(() => new Promise(() => undefined), 5).use();
    expect(log.texts('warn')[0]).toContain('no answer within 5 ms (rateLimit.storageTimeoutMs)');
  });

  it('swallows what a slow storage says later', async () => {
    let reject: (reason: Error) => void = () => undefined;
    const { use } = create(() => new Promise((_, fail) => (reject = fail)), 5);
    expect(await use()).toMatchObject({ allowed: true });
    reject(new Error('late'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(log.texts('warn')).toHaveLength(1);
  });

  it('stays synchronous when the shared one is', () => {
    expect(create(() => FROM_SHARED).limiter.consume('ann', 1, window)).toBe(FROM_SHARED);
  });
});

describeContract(
  'the local limiter behind a broken one, as a rate limiter',
  rateLimiterContract(() => {
    const { limiter, clock } = create(down);
    LogRecorder.start();
    return { limiter, advance: (ms) => clock.advance(ms), close: () => new LogRecorder().stop() };
  }),
);
