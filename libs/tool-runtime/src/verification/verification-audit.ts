import type { CallFacts } from '../audit/audit-record.js';
import type { VerificationOutcome } from '../audit/call-outcome.js';
import type { VerificationEntry } from './verification-store.js';

/** Who did something to a verification, and in which request. */
export interface VerificationActor {
  readonly principal: string | null;
  readonly channel: string;
  readonly requestId: string;
  readonly ip?: string | null;
  readonly userAgent?: string | null;
}

/** Stands in for the tool of a verification that waits for no call. */
const NO_TOOL = 'request_verification';

/**
 * What the audit trail is told about a verification. The arguments are those of the call that waits, so their digest is the same in every record
 * of its story.
 */
export function verificationFacts(
  entry: VerificationEntry,
  outcome: VerificationOutcome,
  actor: VerificationActor,
  verifier: string | undefined,
): CallFacts {
  const { call, subject, policy } = entry;
  return {
    phase: 'verification',
    outcome,
    success: outcome !== 'verification_expired',
    code: undefined,
    reasonCode: verifier,
    tool: call?.tool ?? NO_TOOL,
    fingerprint: call?.fingerprint,
    requestId: actor.requestId,
    channel: actor.channel,
    principal: actor.principal,
    ip: actor.ip ?? null,
    userAgent: actor.userAgent ?? null,
    args: call?.arguments ?? { subject, policy },
    sensitive: call?.sensitive ?? [],
    tookMs: 0,
    resultBytes: undefined,
    cacheServed: false,
    late: false,
    verificationId: entry.id,
  };
}
