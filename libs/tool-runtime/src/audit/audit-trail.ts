import { Inject, Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Awaitable } from '../common/awaitable.js';
import { Clock } from '../common/clock.js';
import { withinDeadline } from '../common/deadline.js';
import { faultSummary } from '../common/fault-summary.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import { AuditRecordFactory } from './audit-record.factory.js';
import type { AuditRecord, CallFacts } from './audit-record.js';
import { AuditSinks } from './audit-sink.js';
import type { AuditSink } from './audit-sink.js';
import { SinkDelivery } from './sink-delivery.js';

/**
 * Brings one record per call to every sink. The pipeline calls it directly: nothing that listens to events can silence it.
 *
 * @example
 * ```ts
 * constructor(private readonly trail: AuditTrail) {}
 * metrics() { return { audit_dropped_total: this.trail.droppedTotal }; }
 * ```
 */
@Injectable()
export class AuditTrail implements BeforeApplicationShutdown {
  private readonly logger = new Logger(AuditTrail.name);
  private readonly deliveries: readonly SinkDelivery[];

  constructor(
    @Inject(AuditSinks) sinks: readonly AuditSink[],
    private readonly records: AuditRecordFactory,
    @Inject(Clock) clock: Clock,
    @Inject(TOOL_RUNTIME_OPTIONS)
    private readonly options: {
      readonly audit: Pick<ResolvedToolRuntimeOptions['audit'], 'sinkTimeoutMs'>;
    },
  ) {
    this.deliveries = sinks.map((sink) => new SinkDelivery(sink, clock, this.logger));
  }

  /** Where records go, by class name. */
  get sinkNames(): readonly string[] {
    return this.deliveries.map(({ name }) => name);
  }

  /** Records lost since the application started, summed over the sinks: worth a metric and an alarm. */
  get droppedTotal(): number {
    return this.deliveries.reduce((total, { droppedTotal }) => total + droppedTotal, 0);
  }

  /** Hands the record of a call to every sink and waits for none. Never throws; what a sink does not take is counted and logged. */
  record(facts: CallFacts): void {
    const record = this.create(facts);
    if (!record) return;
    for (const delivery of this.deliveries) void delivery.deliver(record);
  }

  /**
   * Hands a record to every sink and answers whether all of them have written it within `sinkTimeoutMs`. Without a sink nothing is
   * recorded, so the answer is false. Never throws or rejects.
   */
  recordDurably(facts: CallFacts): Awaitable<boolean> {
    const record = this.create(facts);
    if (!record || this.deliveries.length === 0) return false;
    const taken = this.deliveries.map((delivery) => delivery.deliver(record));
    if (taken.includes(false)) return false;
    if (taken.every((answer) => answer === true)) return true;
    return this.allInTime(taken);
  }

  /**
   * Waits until everything handed over is written.
   * @param timeoutMs longest wait, milliseconds
   * @returns false when something was still being written
   */
  async flush(timeoutMs: number): Promise<boolean> {
    if (this.inFlight === 0) return true;
    try {
      await withinDeadline(Promise.all(this.deliveries.map((each) => each.idle())), timeoutMs);
      return true;
    } catch {
      return false;
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    const { sinkTimeoutMs } = this.options.audit;
    if (await this.flush(sinkTimeoutMs)) return;
    this.logger.error(
      `${this.inFlight} audit records were not written within ${sinkTimeoutMs} ms of the shutdown and may be lost. Slow: ${this.slowSinks()}.`,
    );
  }

  private get inFlight(): number {
    return this.deliveries.reduce((total, { inFlight }) => total + inFlight, 0);
  }

  private create(facts: CallFacts): AuditRecord | undefined {
    try {
      return this.records.create(facts);
    } catch (error) {
      // Only a replaced clock can fail here.
      for (const delivery of this.deliveries) delivery.lose(faultSummary(error));
      return undefined;
    }
  }

  private async allInTime(taken: readonly Awaitable<boolean>[]): Promise<boolean> {
    const { sinkTimeoutMs } = this.options.audit;
    try {
      const all = Promise.all(taken.map((answer) => Promise.resolve(answer)));
      const answers = await withinDeadline(all, sinkTimeoutMs);
      return !answers.includes(false);
    } catch {
      for (const delivery of this.deliveries)
        if (delivery.inFlight > 0)
          delivery.complain(
            `Audit sink ${delivery.name} took more than ${sinkTimeoutMs} ms over a record that a call was waiting for.`,
          );
      return false;
    }
  }

  private slowSinks(): string {
    return this.deliveries
      .filter(({ inFlight }) => inFlight > 0)
      .map(({ name }) => name)
      .join(', ');
  }
}
