import type { AuditRecord } from './audit-record.js';
import type { AuditSink } from './audit-sink.js';

/**
 * Keeps the newest records in memory: for tests, demonstrations and a page that shows what agents have been doing.
 *
 * @example
 * ```ts
 * const sink = new MemoryAuditSink(100);
 * // …
 * sink.records.filter((record) => record.outcome === 'denied');
 * ```
 */
export class MemoryAuditSink implements AuditSink {
  private readonly ring: AuditRecord[] = [];
  private oldest = 0;

  /** @param capacity how many records are kept; older ones are forgotten */
  constructor(readonly capacity = 1_000) {}

  /** What is kept, oldest first. */
  get records(): readonly AuditRecord[] {
    return [...this.ring.slice(this.oldest), ...this.ring.slice(0, this.oldest)];
  }

  write(record: AuditRecord): void {
    if (this.capacity < 1) return;
    // Reading everything now lets go of the call's arguments, which may be much larger than the record.
    record.toJSON();
    if (this.ring.length < this.capacity) {
      this.ring.push(record);
      return;
    }
    this.ring[this.oldest] = record;
    this.oldest = (this.oldest + 1) % this.capacity;
  }

  /** Forgets everything. */
  clear(): void {
    this.ring.length = 0;
    this.oldest = 0;
  }
}
