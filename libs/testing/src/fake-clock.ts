import type { Clock } from '@toolgate/tool-runtime';

const NEW_YEAR = Date.UTC(2026, 0, 1);

/**
 * Both clocks of the runtime in the hands of a test. They start apart, so that code which mixes them up is found out, and stand still until
 * they are told otherwise: windows, budgets and tokens run out when the test says so. Timers of the platform are not touched, so a deadline
 * of a tool is still counted in real time.
 */
export class FakeClock implements Clock {
  private monotonicMs = 5_000;

  /** @param wallMs what the wall clock shows first, milliseconds since the Unix epoch. @default the first of January 2026, UTC */
  constructor(private wallMs = NEW_YEAR) {}

  now(): number {
    return this.wallMs;
  }

  monotonic(): number {
    return this.monotonicMs;
  }

  /**
   * Time passes on both clocks.
   * @param ms milliseconds
   * @throws RangeError for less than 0: time does not go back, only a wall clock can be set back, see {@link jump}
   */
  advance(ms: number): void {
    if (!(ms >= 0))
      throw new RangeError(
        `FakeClock.advance: time passes forwards, got ${ms} ms. Use jump() to set the wall clock back.`,
      );
    this.wallMs += ms;
    this.monotonicMs += ms;
  }

  /**
   * Somebody sets the wall clock; no time passes.
   * @param ms milliseconds forwards, or backwards when negative
   */
  jump(ms: number): void {
    this.wallMs += ms;
  }
}
