import type { Clock } from '../common/clock.js';
import { ExpiringMap } from '../common/expiring-map.js';
import { isAffordable, NEVER } from './affordability.js';
import type { RateLimiter, RateLimitVerdict, RateLimitWindow } from './rate-limiter.js';
import { SlidingWindow } from './sliding-window.js';

/** Expired keys dropped per use. Each use adds one key at most, so the sweep always catches up. */
const SWEPT_PER_USE = 64;

/**
 * Counts in this process, exactly: at no moment has a key spent more than its limit in the window that ends then, and uses of different
 * costs share one budget. Synchronous, on the monotonic clock, without a timer.
 *
 * Holds at most `maxKeys` keys. While it is full, a key it does not know is refused until another one expires: turning somebody known away, or
 * forgetting what somebody has spent, would hand the budget to whoever can invent names.
 */
export class SlidingWindowRateLimiter implements RateLimiter {
  private readonly windows: ExpiringMap<SlidingWindow>;

  /** @throws RangeError when `maxKeys` is not a whole number above zero */
  constructor(
    private readonly clock: Clock,
    private readonly maxKeys: number,
  ) {
    if (!Number.isSafeInteger(maxKeys) || maxKeys < 1)
      throw new RangeError(
        `rateLimit: maxKeys must be a whole number of at least 1, got ${maxKeys}.`,
      );
    this.windows = new ExpiringMap(clock);
  }

  /** Keys held now. */
  get size(): number {
    return this.windows.size;
  }

  consume(key: string, cost: number, budget: RateLimitWindow): RateLimitVerdict {
    if (!isAffordable(cost, budget)) return NEVER;
    const { limit, windowMs } = budget;
    this.windows.sweep(SWEPT_PER_USE);
    const now = this.clock.monotonic();
    const window = this.windows.get(key) ?? this.open();
    if (!window) return { allowed: false, retryAfterMs: Math.ceil(this.windows.untilNextExpiry()) };
    const spent = window.spent(now, windowMs);
    if (spent + cost > limit) {
      const retryAfterMs = window.untilFreed(spent + cost - limit, now, windowMs);
      return { allowed: false, retryAfterMs, remaining: 0 };
    }
    window.add(now, cost);
    this.windows.set(key, window, windowMs);
    const remaining = Math.max(0, Math.floor((limit - spent - cost) / cost));
    return { allowed: true, retryAfterMs: 0, remaining };
  }

  private open(): SlidingWindow | undefined {
    if (this.windows.size >= this.maxKeys) this.windows.sweep();
    return this.windows.size < this.maxKeys ? new SlidingWindow() : undefined;
  }
}
