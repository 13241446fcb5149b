import type { JsonValue } from '../common/json.js';
import { expiryOf } from './verification-views.js';
import type { VerificationPolicy } from './verification-policy.js';
import type {
  VerificationRecord,
  VerificationStage,
  VerificationVote,
} from './verification-store.js';

/** Somebody's answer, as others see it. */
export interface ApprovalVote {
  readonly principal: string;
  readonly channel: string;
  /** Name of the verifier that took it. */
  readonly verifier: string;
  readonly reason: string | null;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** A verification as a reviewer sees it: plain JSON, without secrets. */
export interface ApprovalView {
  readonly id: string;
  readonly stage: VerificationStage;
  /** One line that says what would be done, or what is asked for. */
  readonly summary: string;
  /** What is asked for by name; `null` for a call. */
  readonly subject: string | null;
  /** Name of the tool that waits; `null` when no call does. */
  readonly tool: string | null;
  /** Arguments of the call, redacted and bounded. */
  readonly arguments: JsonValue;
  /** SHA-256 of the canonical JSON of the exact arguments. */
  readonly argumentsDigest: string | null;
  readonly policy: VerificationPolicy;
  /** How many people must say yes. */
  readonly needed: number;
  readonly approvals: readonly ApprovalVote[];
  readonly rejection: ApprovalVote | null;
  readonly requestedBy: string | null;
  /** Channel of whoever asked. */
  readonly channel: string;
  /** ISO 8601 UTC. */
  readonly openedAt: string;
  /** Until when it is decided or used, else it expires; ISO 8601 UTC. `null` when it has ended. */
  readonly expiresAt: string | null;
  /** Request id of the call that was released. */
  readonly usedBy: string | null;
}

export function approvalView(record: VerificationRecord): ApprovalView {
  const { entry, stage, approvals, rejection, usedBy } = record;
  const isOpen = stage === 'pending' || (stage === 'granted' && entry.binding !== null);
  return {
    id: entry.id,
    stage,
    summary: entry.summary,
    subject: entry.subject,
    tool: entry.call?.tool ?? null,
    arguments: entry.details,
    argumentsDigest: entry.call?.argumentsDigest ?? null,
    policy: entry.policy,
    needed: entry.needed,
    approvals: approvals.map(voteView),
    rejection: rejection && voteView(rejection),
    requestedBy: entry.requestedBy,
    channel: entry.channel,
    openedAt: iso(entry.openedAt),
    expiresAt: isOpen ? iso(expiryOf(record)) : null,
    usedBy,
  };
}

function voteView({ principal, channel, verifier, reason, at }: VerificationVote): ApprovalVote {
  return { principal, channel, verifier, reason, at: iso(at) };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
