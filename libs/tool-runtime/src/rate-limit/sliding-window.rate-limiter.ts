import type { Clock } from '../common/clock.js';
import { ExpiringMap } from '../common/expiring-map.js';
import { isAffordable, NEVER } from './affordability.js';
import type { RateLimiter, RateLimitVerdict, RateLimitWindow } from './rate-limiter.js';
import { SlidingWindow } from './sliding-window.js';

/** Expired keys dropped per new key: a sweep that drops more than one for each that comes always catches up. */
const SWEPT_PER_KEY = 64;
/** A key is renewed when a quarter of a window has passed since it last was: writing it anew at every use would cost more than counting. */
const RENEWED_AFTER = 0.25;
/** How long a key lives after a renewal, in windows: one more than it may go unrenewed while it is used. */
const KEPT_FOR = 1 + RENEWED_AFTER;

interface Entry {
  readonly window: SlidingWindow;
  /** Monotonic milliseconds from which the key is to be renewed. */
  renewAt: number;
}

/**
 * Counts in this process, exactly: at no moment has a key spent more than its limit in the window that ends then, and uses of different
 * costs share one budget. Synchronous, on the monotonic clock, without a timer.
 *
 * Holds at most `maxKeys` keys. While it is full, a key it does not know is refused until another one expires: turning somebody known away, or
 * forgetting what somebody has spent, would hand the budget to whoever can invent names.
 */
export class SlidingWindowRateLimiter implements RateLimiter {
  private readonly windows: ExpiringMap<Entry>;

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
    const now = this.clock.monotonic();
    const entry = this.windows.get(key, now) ?? this.open();
    if (!entry) return { allowed: false, retryAfterMs: Math.ceil(this.windows.untilNextExpiry()) };
    const { window } = entry;
    const spent = window.spent(now, windowMs);
    if (spent + cost > limit) {
      const retryAfterMs = window.untilFreed(spent + cost - limit, now, windowMs);
      return { allowed: false, retryAfterMs, remaining: 0 };
    }
    window.add(now, cost, windowMs);
    if (now >= entry.renewAt) {
      entry.renewAt = now + windowMs * RENEWED_AFTER;
      this.windows.set(key, entry, windowMs * KEPT_FOR);
    }
    const remaining = Math.max(0, Math.floor((limit - spent - cost) / cost));
    return { allowed: true, retryAfterMs: 0, remaining };
  }

  private open(): Entry | undefined {
    this.windows.sweep(SWEPT_PER_KEY);
    if (this.windows.size >= this.maxKeys) this.windows.sweep();
    if (this.windows.size >= this.maxKeys) return undefined;
    return { window: new SlidingWindow(), renewAt: Number.NEGATIVE_INFINITY };
  }
}
