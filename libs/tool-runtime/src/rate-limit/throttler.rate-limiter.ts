import type { ThrottlerStorage } from '@nestjs/throttler';
import { MALFORMED_RECORD } from './rate-limit.messages.js';
import { isAffordable, isPositive, NEVER } from './affordability.js';
import type { RateLimiter, RateLimitVerdict, RateLimitWindow } from './rate-limiter.js';

/** The package does not export the record's own type. */
type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Names this throttler among those a host may keep in the same storage. */
const NAME = 'toolgate';

/** A throttler storage answered with something that cannot be decided on. */
export class MalformedThrottlerRecordError extends Error {
  constructor() {
    super(MALFORMED_RECORD);
    this.name = 'MalformedThrottlerRecordError';
  }
}

/**
 * Counts in any storage of `@nestjs/throttler`, so that several instances share their budgets.
 *
 * Such a storage counts hits of weight one. A cost is therefore turned into a smaller limit, `floor(limit / cost)`, and each cost counts under a
 * key of its own: hits of different weight in one counter would be compared with the wrong limit. The price is stated here because it cannot be
 * avoided in one atomic step: a tool that is used at two costs (planned for 1, executed for 5) has its limit once per cost, so at limit 100 a caller
 * may plan 100 times AND execute 20 times in a window. The executions, which the budget is there for, are limited exactly.
 *
 * A caller who oversteps waits one whole window from then on: the block duration is the window, as in Nest's `ThrottlerGuard`. Storages in use
 * fail, or stop limiting, when asked for a shorter one.
 */
export class ThrottlerRateLimiter implements RateLimiter {
  constructor(private readonly storage: ThrottlerStorage) {}

  /** @throws MalformedThrottlerRecordError (as a rejection), and whatever the storage throws */
  async consume(key: string, cost: number, window: RateLimitWindow): Promise<RateLimitVerdict> {
    if (!isAffordable(cost, window)) return NEVER;
    const { limit, windowMs } = window;
    const hits = Math.floor(limit / cost);
    const record = await this.storage.increment(`${cost}|${key}`, windowMs, hits, windowMs, NAME);
    return verdictOf(record, hits, windowMs);
  }
}

function verdictOf(
  record: ThrottlerStorageRecord,
  hits: number,
  windowMs: number,
): RateLimitVerdict {
  if (!Number.isFinite(record?.totalHits) || typeof record.isBlocked !== 'boolean')
    throw new MalformedThrottlerRecordError();
  const { totalHits, isBlocked, timeToBlockExpire, timeToExpire } = record;
  if (!isBlocked && totalHits <= hits)
    return { allowed: true, retryAfterMs: 0, remaining: Math.max(0, hits - totalHits) };
  // Storages speak in seconds, as the Retry-After header does.
  const seconds = [timeToBlockExpire, timeToExpire].find(isPositive);
  return {
    allowed: false,
    retryAfterMs: seconds === undefined ? windowMs : seconds * 1000,
    remaining: 0,
  };
}
