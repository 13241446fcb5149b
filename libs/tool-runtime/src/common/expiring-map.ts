import type { Clock } from './clock.js';

interface Held<V> {
  readonly value: V;
  readonly expiresAt: number;
  readonly lane: Lane<V>;
}

/** Entries of one lifetime. They are written in the order in which they expire, so the first one is always the next to go. */
type Lane<V> = Map<string, Held<V>>;

/**
 * A map whose entries go away by themselves, on a monotonic clock and without a timer: every user sweeps a little.
 *
 * Entries are kept in one lane per lifetime. As the lifetimes in use are few (they come from configuration), finding what has expired costs a
 * look at the head of each lane, however many entries there are. The map has no cap of its own; whoever writes decides what to do when it is full.
 */
export class ExpiringMap<V> {
  private readonly entries = new Map<string, Held<V>>();
  private readonly lanes = new Map<number, Lane<V>>();

  /** @param onRemove told of every entry that leaves, whether it expired, was deleted or was replaced */
  constructor(
    private readonly clock: Clock,
    private readonly onRemove: (value: V) => void = ignore,
  ) {}

  /** Entries held, including expired ones that no sweep has met yet. */
  get size(): number {
    return this.entries.size;
  }

  /**
   * The value, unless it has expired.
   * @param now monotonic milliseconds, when the caller has read the clock already
   */
  get(key: string, now?: number): V | undefined {
    const held = this.entries.get(key);
    return held && held.expiresAt > (now ?? this.clock.monotonic()) ? held.value : undefined;
  }

  /** Writes an entry that lives `lifetimeMs` from now. */
  set(key: string, value: V, lifetimeMs: number): void {
    const previous = this.entries.get(key);
    if (previous) {
      previous.lane.delete(key);
      if (previous.value !== value) this.onRemove(previous.value);
    }
    const lane = this.lane(lifetimeMs);
    const held = { value, expiresAt: this.clock.monotonic() + lifetimeMs, lane };
    lane.set(key, held);
    this.entries.set(key, held);
  }

  delete(key: string): void {
    const held = this.entries.get(key);
    if (held) this.remove(key, held);
  }

  /** Drops expired entries, at most `most` of them, so that no single user pays for a long silence. */
  sweep(most = Number.POSITIVE_INFINITY): void {
    const now = this.clock.monotonic();
    let left = most;
    for (const [lifetimeMs, lane] of this.lanes) {
      for (const [key, held] of lane) {
        if (held.expiresAt > now) break;
        if (left-- <= 0) return;
        this.remove(key, held);
      }
      if (lane.size === 0) this.lanes.delete(lifetimeMs);
    }
  }

  /** Milliseconds until the next entry expires; 0 when one already has, `Infinity` when the map is empty. */
  untilNextExpiry(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const lane of this.lanes.values())
      for (const held of lane.values()) {
        next = Math.min(next, held.expiresAt);
        break;
      }
    return Math.max(0, next - this.clock.monotonic());
  }

  private lane(lifetimeMs: number): Lane<V> {
    let lane = this.lanes.get(lifetimeMs);
    if (!lane) this.lanes.set(lifetimeMs, (lane = new Map()));
    return lane;
  }

  private remove(key: string, held: Held<V>): void {
    held.lane.delete(key);
    this.entries.delete(key);
    this.onRemove(held.value);
  }
}

function ignore(): void {
  // Most users have nothing to tidy up.
}
