import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Clock } from '../common/clock.js';
import type { RateLimitOptions } from '../tool-runtime.options.js';
import { FailoverRateLimiter } from './failover.rate-limiter.js';
import type { RateLimiter } from './rate-limiter.js';
import { SlidingWindowRateLimiter } from './sliding-window.rate-limiter.js';
import { ThrottlerRateLimiter } from './throttler.rate-limiter.js';

/** What a limiter needs of the module's options. */
export type RateLimiterSettings = Required<Pick<RateLimitOptions, 'maxKeys' | 'storageTimeoutMs'>>;

/**
 * The limiter that the options ask for: exact and in memory, or over a throttler storage with the one in memory behind it.
 * @throws RangeError when `maxKeys` is not a whole number above zero
 */
export function createRateLimiter(
  settings: RateLimiterSettings,
  clock: Clock,
  storage?: ThrottlerStorage,
): RateLimiter {
  return storage
    ? withLocalFallback(new ThrottlerRateLimiter(storage), settings, clock)
    : new SlidingWindowRateLimiter(clock, settings.maxKeys);
}

/**
 * Puts the limiter in memory behind a shared one of the host's own, for as long as that one fails.
 * @throws RangeError when `maxKeys` is not a whole number above zero
 */
export function withLocalFallback(
  shared: RateLimiter,
  { maxKeys, storageTimeoutMs }: RateLimiterSettings,
  clock: Clock,
): RateLimiter {
  const local = new SlidingWindowRateLimiter(clock, maxKeys);
  return new FailoverRateLimiter(shared, local, clock, storageTimeoutMs);
}
