import type { CallFacts } from '../audit/audit-record.js';
import type { Invocation } from './invocation.js';

const NOTHING_SENSITIVE: CallFacts['sensitive'] = Object.freeze([]);

/** What the audit trail is told about a call. */
export function callFacts(
  invocation: Invocation,
  tookMs: number,
  differing?: Partial<CallFacts>,
): CallFacts {
  const { context, result } = invocation;
  // Written by `resolve`; a call that ended there has none.
  const tool = invocation.tool as Invocation['tool'] | undefined;
  const facts: CallFacts = {
    outcome: invocation.outcome,
    success: result?.success ?? false,
    code: result?.code,
    reasonCode: invocation.reasonCode,
    tool: invocation.name,
    fingerprint: tool?.fingerprint,
    requestId: context.requestId,
    channel: context.channel,
    principal: context.principal,
    ip: context.ip,
    userAgent: context.userAgent,
    args: invocation.args,
    sensitive: tool?.input.sensitive ?? NOTHING_SENSITIVE,
    tookMs,
    resultBytes: invocation.resultBytes,
    cacheServed: invocation.cacheServed,
    late: false,
    phase: 'terminal',
    verificationId: invocation.approval?.id,
    approvedBy: invocation.approval?.approvedBy,
  };
  return differing ? { ...facts, ...differing } : facts;
}
