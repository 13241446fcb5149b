/** Where the runtime reads the time. Replace it through its token to control time in tests. */
export interface Clock {
  /** Wall clock, milliseconds since the Unix epoch: for what a person or another machine reads. May jump. */
  now(): number;
  /** Monotonic clock, milliseconds from an arbitrary origin: for durations, windows and expiry inside one process. Never goes back. */
  monotonic(): number;
}

/** Injection token of the {@link Clock}. */
export const Clock = Symbol('Clock');

/** The machine's clocks. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
