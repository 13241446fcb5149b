import type { Clock } from '../common/clock.js';
import type { VerificationRecord } from './verification-store.js';

interface Ended {
  readonly record: VerificationRecord;
  /** Monotonic milliseconds. */
  readonly until: number;
}

/** What became of verifications that have ended: each is remembered for its `keepMs`, and of too many the oldest is forgotten first. */
export class EndedVerifications {
  private readonly records = new Map<string, Ended>();

  /** @param most records remembered at once */
  constructor(
    private readonly clock: Clock,
    private readonly most: number,
  ) {}

  get size(): number {
    return this.records.size;
  }

  get(id: string): VerificationRecord | undefined {
    const ended = this.records.get(id);
    return ended && ended.until > this.clock.monotonic() ? ended.record : undefined;
  }

  add(record: VerificationRecord): void {
    const { id, keepMs } = record.entry;
    const now = this.clock.monotonic();
    this.records.delete(id);
    this.records.set(id, { record, until: now + keepMs });
    // Nearly always in the order in which they are forgotten; one that is to be remembered longer than its successors only delays them.
    for (const [oldest, { until }] of this.records) {
      if (until > now && this.records.size <= this.most) break;
      this.records.delete(oldest);
    }
  }
}
