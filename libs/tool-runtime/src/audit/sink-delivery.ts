import type { Logger } from '@nestjs/common';
import type { Awaitable } from '../common/awaitable.js';
import { isPromiseLike } from '../common/awaitable.js';
import type { Clock } from '../common/clock.js';
import { faultSummary } from '../common/fault-summary.js';
import type { AuditRecord } from './audit-record.js';
import type { AuditSink } from './audit-sink.js';

/** A sink that is this far behind gets no further records until it catches up: what waits for it must not fill the memory. */
const MAX_IN_FLIGHT = 10_000;
const COMPLAINT_INTERVAL_MS = 60_000;

/** Brings records to one sink and keeps the books: what is under way, what was lost. Nothing a sink does gets past it. */
export class SinkDelivery {
  /** What the host's log and the inspection call this sink. */
  readonly name: string;
  private dropped = 0;
  private underWay = 0;
  private complainedAt: number | undefined;
  private idleListeners: (() => void)[] = [];

  constructor(
    private readonly sink: AuditSink,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.name = nameOf(sink);
  }

  /** Records this sink did not take since the application started. */
  get droppedTotal(): number {
    return this.dropped;
  }

  /** Records handed over whose writing has not ended. */
  get inFlight(): number {
    return this.underWay;
  }

  /** Hands a record over. Never throws or rejects; false says that it was lost. */
  deliver(record: AuditRecord): Awaitable<boolean> {
    if (this.underWay >= MAX_IN_FLIGHT) {
      this.lose(`${MAX_IN_FLIGHT} records are still being written`);
      return false;
    }
    try {
      const written = this.sink.write(record);
      return isPromiseLike(written) ? this.watch(written) : true;
    } catch (error) {
      this.lose(faultSummary(error));
      return false;
    }
  }

  /** Counts a record as lost, and says so in the log once a minute at most. Nothing of the record is logged. */
  lose(reason: string): void {
    this.dropped++;
    this.complain(
      `Audit sink ${this.name} lost a record (${this.dropped} since the start): ${reason}`,
    );
  }

  /** Logs a problem of this sink unless it has logged one in the last minute. */
  complain(message: string): void {
    try {
      const now = this.clock.monotonic();
      if (this.complainedAt !== undefined && now - this.complainedAt < COMPLAINT_INTERVAL_MS)
        return;
      this.complainedAt = now;
      this.logger.error(message);
    } catch {
      // The log is the last resort; a call must not fail because it is broken too.
    }
  }

  /** Resolves as soon as nothing is being written. */
  async idle(): Promise<void> {
    if (this.underWay === 0) return;
    await new Promise<void>((resolve) => this.idleListeners.push(resolve));
  }

  private async watch(written: PromiseLike<void>): Promise<boolean> {
    this.underWay++;
    try {
      await written;
      return true;
    } catch (error) {
      this.lose(faultSummary(error));
      return false;
    } finally {
      this.underWay--;
      if (this.underWay === 0) this.announceIdle();
    }
  }

  private announceIdle(): void {
    const listeners = this.idleListeners;
    this.idleListeners = [];
    for (const listener of listeners) listener();
  }
}

function nameOf(sink: AuditSink): string {
  const { name } = sink.constructor ?? {};
  return typeof name === 'string' && name !== '' && name !== 'Object' ? name : 'AuditSink';
}
