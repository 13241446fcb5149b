import {
  AuditRecordFactory,
  Redactor,
  SystemRandomSource,
  systemClock,
} from '@toolgate/tool-runtime';
import type { AuditRecord, CallFacts } from '@toolgate/tool-runtime';

/** A successful call as the pipeline knows it, with whatever a test wants to be different. */
export function someCall(changes: Partial<CallFacts> = {}): CallFacts {
  return {
    outcome: 'executed',
    success: true,
    code: undefined,
    reasonCode: undefined,
    tool: 'refund_order',
    fingerprint: 'f'.repeat(64),
    requestId: '0123456789abcdef0123456789abcdef',
    channel: 'web',
    principal: 'user:42',
    ip: '203.0.113.7',
    userAgent: 'test-client/1.0',
    args: { id: 'A-1', amount: 40 },
    sensitive: [],
    tookMs: 150,
    resultBytes: 12,
    cacheServed: false,
    late: false,
    phase: 'terminal',
    ...changes,
  };
}

/** The record that a sink gets of {@link someCall}: redacted and bounded as in an application. */
export function someRecord(changes: Partial<CallFacts> = {}): AuditRecord {
  const options = { audit: { sensitiveKeys: [], maxArgumentsBytes: 4_096 } };
  const redactor = new Redactor(options);
  return new AuditRecordFactory(redactor, systemClock, new SystemRandomSource(), options).create(
    someCall(changes),
  );
}
