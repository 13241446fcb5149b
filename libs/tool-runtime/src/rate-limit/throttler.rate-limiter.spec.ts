import { jest } from '@jest/globals';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { ThrottlerStorageService } from '@nestjs/throttler';
import { rateLimiterContract } from '@toolgate/testing';
import { describeContract } from '../../../../test/support/describe-contract.js';
import { ThrottlerRateLimiter } from './throttler.rate-limiter.js';

type Increment = ThrottlerStorage['increment'];

describeContract(
  "the adapter over Nest's throttler storage, as a rate limiter",
  rateLimiterContract(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const storage = new ThrottlerStorageService();
    return {
      limiter: new ThrottlerRateLimiter(storage),
      advance: (ms) => {
        jest.advanceTimersByTime(ms);
      },
      close: () => {
        storage.onApplicationShutdown();
        jest.useRealTimers();
      },
    };
  }),
);

describeContract(
  'the adapter over a storage that blocks by itself, as a rate limiter',
  rateLimiterContract(() => {
    const storage = new BlockingStorage();
    return {
      limiter: new ThrottlerRateLimiter(storage),
      advance: (ms) => {
        storage.now += ms;
      },
    };
  }),
);

describe('the adapter over a throttler storage', () => {
  const answering = (record: unknown) =>
    new ThrottlerRateLimiter({ increment: () => Promise.resolve(record) as ReturnType<Increment> });
  const window = { limit: 100, windowMs: 60_000 };

  it('asks for a block of one window, as the guard of the throttler does', async () => {
    const increment = jest.fn<Increment>(() =>
      Promise.resolve({ totalHits: 1, isBlocked: false, timeToExpire: 60, timeToBlockExpire: 0 }),
    );
    await new ThrottlerRateLimiter({ increment }).consume('ann', 5, window);
    expect(increment).toHaveBeenCalledWith('5|ann', 60_000, 20, 60_000, 'toolgate');
  });

  it('counts uses of different cost apart, each within the limit', async () => {
    const limiter = new ThrottlerRateLimiter(new BlockingStorage());
    const admitted = async (cost: number) => {
      let count = 0;
      while ((await limiter.consume('ann', cost, window)).allowed) count++;
      return count;
    };
    expect(await admitted(1)).toBe(100);
    expect(await admitted(5)).toBe(20);
  });

  it('refuses on either sign of a spent budget', async () => {
    const record = { timeToExpire: 7, timeToBlockExpire: 0 };
    const over = answering({ ...record, totalHits: 101, isBlocked: false });
    const blocked = answering({ ...record, totalHits: 1, isBlocked: true, timeToBlockExpire: 3 });
    expect(await over.consume('ann', 1, window)).toMatchObject({ retryAfterMs: 7_000 });
    expect(await blocked.consume('ann', 1, window)).toMatchObject({ retryAfterMs: 3_000 });
  });

  it('never promises a negative wait', async () => {
    const limiter = answering({
      totalHits: 101,
      isBlocked: true,
      timeToExpire: -4,
      timeToBlockExpire: Number.NaN,
    });
    expect(await limiter.consume('ann', 1, window)).toMatchObject({ retryAfterMs: 60_000 });
  });

  it.each([undefined, null, {}, { totalHits: 'many', isBlocked: false }, { totalHits: 1 }])(
    'does not decide on %j',
    async (record) => {
      await expect(answering(record).consume('ann', 1, window)).rejects.toThrow('not a record');
    },
  );
});

/** A storage in the style of the shared ones: a fixed window, and a block once it is overstepped. */
class BlockingStorage implements ThrottlerStorage {
  now = 0;
  private readonly records = new Map<
    string,
    { hits: number; until: number; blockedUntil: number }
  >();

  async increment(key: string, ttl: number, limit: number, block: number): ReturnType<Increment> {
    await Promise.resolve();
    let record = this.records.get(key);
    if (!record || (record.blockedUntil === 0 && record.until <= this.now))
      this.records.set(key, (record = { hits: 0, until: this.now + ttl, blockedUntil: 0 }));
    else if (record.blockedUntil > 0 && record.blockedUntil <= this.now)
      this.records.set(key, (record = { hits: 0, until: this.now + ttl, blockedUntil: 0 }));
    record.hits++;
    if (record.blockedUntil === 0 && record.hits > limit) record.blockedUntil = this.now + block;
    return {
      totalHits: record.hits,
      timeToExpire: Math.ceil((record.until - this.now) / 1_000),
      isBlocked: record.blockedUntil > 0,
      timeToBlockExpire: Math.ceil((record.blockedUntil - this.now) / 1_000),
    };
  }
}
