import type { Awaitable } from '../common/awaitable.js';
import type { AuditRecord } from './audit-record.js';

/**
 * Where audit records go: a log, a table, a queue. Called once per record, in the order the calls end.
 * A sink that throws or rejects loses its record, which is counted and logged; it never changes a result.
 */
export interface AuditSink {
  write(record: AuditRecord): Awaitable<void>;
}

/** Injection token of the list of {@link AuditSink}s. */
export const AuditSinks = Symbol('AuditSinks');
