import type { Clock } from '../../libs/tool-runtime/src/common/clock.js';

/** Both clocks in the hands of a test. They start apart, so that code which mixes them up is found out. */
export class FakeClock implements Clock {
  private wallMs = Date.UTC(2026, 0, 1);
  private monotonicMs = 5_000;

  now(): number {
    return this.wallMs;
  }

  monotonic(): number {
    return this.monotonicMs;
  }

  /** Time passes. */
  advance(ms: number): void {
    this.wallMs += ms;
    this.monotonicMs += ms;
  }

  /** Somebody sets the wall clock; no time passes. */
  jump(ms: number): void {
    this.wallMs += ms;
  }
}
