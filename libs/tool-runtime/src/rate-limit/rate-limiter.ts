import type { Awaitable } from '../common/awaitable.js';

/** How much of a budget one use may take. */
export interface RateLimitWindow {
  /** Cost units per window. */
  readonly limit: number;
  /** Length of the window, milliseconds. */
  readonly windowMs: number;
}

/** What the limiter said. */
export interface RateLimitVerdict {
  readonly allowed: boolean;
  /** Milliseconds until a use of the same cost can succeed; 0 when allowed. `Infinity` when it never can, because the cost exceeds the limit. */
  readonly retryAfterMs: number;
  /** Whole uses of the same cost still left in the window, when known. */
  readonly remaining?: number;
}

/**
 * Counts uses per key. `consume` decides and counts in one step; a refused use costs nothing.
 * May be asynchronous, so a shared store fits.
 */
export interface RateLimiter {
  /**
   * @param key an injective encoding of caller and tool
   * @param cost what this use takes; constant for a key of one cost class
   */
  consume(key: string, cost: number, window: RateLimitWindow): Awaitable<RateLimitVerdict>;
}

/** Injection token of the {@link RateLimiter}. */
export const RateLimiter = Symbol('RateLimiter');
