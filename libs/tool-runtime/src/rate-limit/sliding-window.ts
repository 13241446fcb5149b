/** Slots of spent time stamps tolerated at the front before they are cut off. */
const SLACK = 32;

/** Uses kept one by one. A key with more of them has a budget so large that a 512th of its window is no loss. */
const MOST_USES = 512;

/**
 * The uses of one key in the last window: when, and how much each took. Uses come in the order of time, so the oldest are at the front;
 * an index into the list moves past those that no longer count, which costs each use one step in its life.
 */
export class SlidingWindow {
  /** Time and cost of each use, alternating: one array of numbers is the smallest a list can be. */
  private uses: number[] = [];
  private head = 0;
  private total = 0;
  /** When the last entry of {@link uses} was begun. */
  private opened = 0;

  /** Cost units spent in the window that ends now. Forgets what is older. */
  spent(now: number, windowMs: number): number {
    const { uses } = this;
    while (this.head < uses.length && uses[this.head] + windowMs <= now) {
      this.total -= uses[this.head + 1];
      this.head += 2;
    }
    if (this.head === uses.length) this.reset();
    else if (this.head > SLACK && this.head * 2 > uses.length) this.trim();
    return this.total;
  }

  /**
   * Up to {@link MOST_USES} uses are kept exactly. Beyond, uses less than a 512th of the window apart become one of the later time:
   * they leave the window a little late, never early, and the memory of a key stays bounded whatever its limit.
   */
  add(now: number, cost: number, windowMs: number): void {
    this.total += cost;
    const { uses } = this;
    const last = uses.length - 2;
    if (last - this.head >= 2 * MOST_USES && now - this.opened < windowMs / MOST_USES) {
      uses[last] = now;
      uses[last + 1] += cost;
      return;
    }
    this.opened = now;
    uses.push(now, cost);
  }

  /** Milliseconds until `units` of what is spent have left the window; call after {@link spent}. */
  untilFreed(units: number, now: number, windowMs: number): number {
    let freed = 0;
    for (let index = this.head; index < this.uses.length; index += 2) {
      freed += this.uses[index + 1];
      if (freed >= units) return Math.ceil(this.uses[index] + windowMs - now);
    }
    return windowMs;
  }

  /** Also ends the drift of adding and subtracting fractions. */
  private reset(): void {
    if (this.uses.length > 0) this.uses = [];
    this.head = 0;
    this.total = 0;
  }

  private trim(): void {
    this.uses = this.uses.slice(this.head);
    this.head = 0;
  }
}
