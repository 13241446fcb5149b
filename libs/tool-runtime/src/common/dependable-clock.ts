import type { Clock } from './clock.js';

/**
 * A clock of the host's, for code that must not fail and must not measure less than nothing: while the clock throws, answers with
 * something that is no time, or goes back, its last good time stands.
 */
export class DependableClock implements Clock {
  private lastMonotonic = 0;

  constructor(private readonly clock: Clock) {}

  now(): number {
    try {
      const time = this.clock.now();
      return Number.isFinite(time) ? time : Date.now();
    } catch {
      return Date.now();
    }
  }

  monotonic(): number {
    try {
      const time = this.clock.monotonic();
      if (time > this.lastMonotonic && Number.isFinite(time)) this.lastMonotonic = time;
    } catch {
      // Whoever needs the time to decide asks the host's clock and fails closed; a duration can be short.
    }
    return this.lastMonotonic;
  }
}
