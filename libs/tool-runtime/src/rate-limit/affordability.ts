import type { RateLimitVerdict, RateLimitWindow } from './rate-limiter.js';

/** The verdict on a use that no waiting makes possible. */
export const NEVER: RateLimitVerdict = Object.freeze({
  allowed: false,
  retryAfterMs: Number.POSITIVE_INFINITY,
});

/** False for a use that costs more than the whole limit, and for numbers that cannot be counted with: a negative cost would give budget back. */
export function isAffordable(cost: number, { limit, windowMs }: RateLimitWindow): boolean {
  return isPositive(cost) && isPositive(windowMs) && cost <= limit;
}

/** Finite and above zero. */
export function isPositive(value: number): boolean {
  return value > 0 && value < Number.POSITIVE_INFINITY;
}
