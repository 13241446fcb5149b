/** How often a process looks for what has expired, at most and at least, milliseconds. */
const SOONEST_MS = 1_000;
const LATEST_MS = 60_000;

/**
 * Looks from time to time for what has expired, as long as something opened here can expire. One timer for all, which keeps no process alive: an
 * announcement comes up to a minute late, and a process that ends leaves it to the others.
 */
export class ExpiryWatch {
  private timer: NodeJS.Timeout | undefined;
  /** When the last of what was opened here can expire, monotonic milliseconds. */
  private until = 0;
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly now: () => number,
    private readonly look: () => void,
  ) {}

  /** Something can expire within so many milliseconds. */
  expect(lifetimeMs: number): void {
    this.until = Math.max(this.until, this.now() + lifetimeMs);
    this.lookNow();
    this.arm(lifetimeMs);
  }

  /** Looks at once, unless that has been done a moment ago. */
  lookNow(): void {
    const now = this.now();
    if (now - this.lookedAt < SOONEST_MS) return;
    this.lookedAt = now;
    this.look();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.until = 0;
  }

  private arm(lifetimeMs: number): void {
    if (this.timer) return;
    const waitMs = Math.min(Math.max(lifetimeMs + 1, SOONEST_MS), LATEST_MS);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.lookNow();
      const left = this.until - this.now();
      // Once more after the last has expired, because the store's clock may be a little behind.
      if (left > -SOONEST_MS) this.arm(left);
    }, waitMs);
    this.timer.unref();
  }
}
