import { Injectable, Logger } from '@nestjs/common';
import type { AuditRecord } from './audit-record.js';
import type { AuditSink } from './audit-sink.js';
import { lineField } from './line-field.js';

const MAX_FIELD = 128;

/**
 * Writes every record as one line of Nest's log, context `ToolAudit`: level `log` for a success, `warn` for everything else.
 *
 * `{request id} | {channel} | {tool} | {principal} | {ms}ms | {OK, ERROR or ERROR:code} | outcome=… | reason=… | args={redacted JSON}`,
 * followed by ` | result={n}B`, ` | cached`, ` | late`, ` | verification={id}`, ` | approved_by={names}` and ` | intent` where they apply.
 */
@Injectable()
export class LoggerAuditSink implements AuditSink {
  private readonly logger = new Logger('ToolAudit');

  write(record: AuditRecord): void {
    const level = record.success ? 'log' : 'warn';
    // Redacting arguments for a line that nobody will see is the dearest part of a call.
    if (Logger.isLevelEnabled(level)) this.logger[level](auditLine(record));
  }
}

/** The line that {@link LoggerAuditSink} writes. */
export function auditLine(record: AuditRecord): string {
  const fields = [
    field(record.requestId),
    field(record.channel),
    field(record.tool),
    field(record.principal ?? 'anonymous'),
    `${Math.round(record.tookMs * 1000) / 1000}ms`,
    ending(record),
    `outcome=${record.outcome}`,
    `reason=${field(record.reasonCode ?? '-')}`,
    // Bounded by the record already; cutting it again would leave broken JSON.
    `args=${lineField(JSON.stringify(record.arguments), Infinity)}`,
  ];
  if (record.resultBytes !== undefined) fields.push(`result=${record.resultBytes}B`);
  if (record.cacheServed) fields.push('cached');
  if (record.late) fields.push('late');
  if (record.verificationId !== undefined)
    fields.push(`verification=${field(record.verificationId)}`);
  if (record.approvedBy) fields.push(`approved_by=${field(record.approvedBy.join(','))}`);
  if (record.phase === 'intent') fields.push('intent');
  return fields.join(' | ');
}

/** A tool that fails after its call has ended has no result, and so no code. */
function ending({ success, code }: AuditRecord): string {
  if (success) return 'OK';
  return code === undefined ? 'ERROR' : `ERROR:${field(code)}`;
}

function field(text: string): string {
  return lineField(text, MAX_FIELD);
}
