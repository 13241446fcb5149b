import type { JsonObject, JsonValue } from '../common/json.js';
import { VerificationRequest } from './verification-request.js';
import { VerificationResult } from './verification-result.js';
import type {
  VerificationEntry,
  VerificationRecord,
  VerificationVote,
} from './verification-store.js';
import { EXPIRED_REASON } from './verification.messages.js';

/** True for a grant that nobody used in time: what expired had all approvals it needed. */
export function wasGranted({ entry, approvals }: VerificationRecord): boolean {
  return approvals.length >= entry.needed || approvals.some(({ waives }) => waives);
}

/** When the stage of an open verification ends by itself, milliseconds since the Unix epoch: for people. */
export function expiryOf({ entry, stage, approvals }: VerificationRecord): number {
  const granted = stage === 'granted' ? approvals.at(-1) : undefined;
  return granted ? granted.at + entry.useWithinMs : entry.openedAt + entry.decideWithinMs;
}

/** An entry as verifiers and listeners see it: nothing in it is secret. */
export function requestOfEntry(entry: VerificationEntry): VerificationRequest {
  return VerificationRequest.of({
    id: entry.id,
    subject: entry.subject,
    policy: entry.policy,
    requestedBy: entry.requestedBy,
    payload: payloadOf(entry),
  });
}

/** How a verification stands, as a verifier would answer it. */
export function resultOfRecord(record: VerificationRecord): VerificationResult {
  const { entry, stage, approvals, rejection } = record;
  const last = approvals.at(-1);
  if (rejection) return rejected(rejection);
  if (stage === 'expired') return VerificationResult.fail(EXPIRED_REASON);
  if (!last || stage === 'pending')
    return VerificationResult.pending(last?.verifier ?? 'human_verifier', {
      approvals: approvals.length,
      needed: entry.needed,
    });
  const metadata: Record<string, JsonValue> = {};
  if (last.reason !== null) metadata['reason'] = last.reason;
  if (approvals.length > 1) metadata['approvals'] = approvals.map(({ principal }) => principal);
  return last.waives
    ? VerificationResult.waived(last.reason ?? 'waived', last.principal, last.verifier, metadata)
    : VerificationResult.pass(last.verifier, last.principal, metadata);
}

function rejected({ reason, verifier, principal }: VerificationVote): VerificationResult {
  return VerificationResult.fail(reason ?? 'rejected', [], verifier, {}, principal);
}

function payloadOf({ call, summary, details }: VerificationEntry): JsonObject {
  if (!call) return { summary };
  return { tool: call.tool, arguments: details, arguments_digest: call.argumentsDigest, summary };
}
