import { Inject, Injectable } from '@nestjs/common';
import { settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';
import { ToolResult } from '../result/tool-result.js';
import { ToolResultCode } from '../result/tool-result.codes.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import type { ApprovalView } from './approval-view.js';
import { Approvals } from './approvals.js';
import { requireReviewScope } from './review-scopes.js';
import * as texts from './verification-tools.messages.js';
import { VerificationEntryFactory } from './verification-entry.factory.js';
import { isVerificationPolicy } from './verification-policy.js';
import type { VerificationPolicy } from './verification-policy.js';
import type {
  VerificationEntry,
  VerificationRecord,
  VerificationRefusal,
} from './verification-store.js';
import { resultOfRecord } from './verification-views.js';
import { VerificationRefusedError } from './verification.error.js';
import { VerificationLedger } from './verification.ledger.js';
import {
  anonymousReviewer,
  idTaken,
  notYourName,
  otherSubject,
  verificationsFull,
} from './verification.messages.js';
import { VerifierConsultation } from './verifier.consultation.js';

/** Arguments of `request_verification`. */
export interface RequestVerificationInput {
  readonly subject: string;
  readonly policy?: 'single' | 'dual' | 'quorum' | 'auto';
  readonly quorum?: number;
  readonly requested_by?: string;
  readonly request_id?: string;
}

/** Arguments of `resolve_verification`. */
export interface ResolveVerificationInput {
  readonly request_id: string;
  readonly decision: 'grant' | 'reject';
  readonly principal?: string;
  readonly subject?: string;
  readonly reason?: string;
}

/** Arguments of `list_verifications`. */
export interface ListVerificationsInput {
  readonly limit?: number;
  readonly after?: string;
}

const HUMAN = 'human_verifier';

/**
 * What the tools `request_verification`, `resolve_verification` and `list_verifications` do. They can also be called directly, without the pipeline;
 * then nothing but the rules of verifications applies.
 */
@Injectable()
export class VerificationTools {
  constructor(
    private readonly entries: VerificationEntryFactory,
    private readonly ledger: VerificationLedger,
    private readonly consultation: VerifierConsultation,
    private readonly approvals: Approvals,
    @Inject(TOOL_RUNTIME_OPTIONS)
    private readonly options: Pick<ResolvedToolRuntimeOptions, 'verification'>,
  ) {}

  /**
   * Asks for a verification of a subject and never decides.
   * @throws VerificationRefusedError when the id is taken, too many are open, or `requested_by` names somebody else
   */
  request(input: RequestVerificationInput, context: ToolContext): Awaitable<ToolResult> {
    const subject = text(input.subject);
    if (subject === '') return invalid('subject', texts.blank('subject'));
    const policy = policyOf(input);
    if (typeof policy === 'object') return invalid('quorum', policy.problem);
    const requestedBy = this.nameOf('requested_by', input.requested_by, context);
    const id = text(input.request_id) || undefined;
    const entry = this.entries.forSubject(context, { subject, policy, requestedBy, id });
    return settle(this.ledger.open(entry, context), (record) => {
      if (typeof record === 'string') throw refusal(record, entry.id);
      return settle(this.consultation.decide(record, context), (decided) =>
        requestedResult(decided, subject),
      );
    });
  }

  /**
   * Decides on a pending verification, once.
   * @throws VerificationRefusedError when there is none, when the caller may not decide it, or when `principal` names somebody else
   */
  resolve(input: ResolveVerificationInput, context: ToolContext): Awaitable<ToolResult> {
    const id = text(input.request_id);
    if (id === '') return invalid('request_id', texts.blank('request_id'));
    const { decision } = input;
    if (decision !== 'grant' && decision !== 'reject')
      return invalid('decision', texts.badDecision());
    const principal = this.nameOf('principal', input.principal, context);
    if (!principal)
      throw new VerificationRefusedError('verification_anonymous', anonymousReviewer());
    const subject = text(input.subject) || undefined;
    const { channel, requestId, ip, userAgent } = context;
    const reviewer = { principal, channel, requestId, ip, userAgent };
    const answer = { reason: text(input.reason) || null, verifier: HUMAN };
    const admit = (entry: VerificationEntry) => {
      requireReviewScope(entry, context, this.options.verification.resolveScopes);
      if (subject !== undefined && subject !== entry.subject)
        throw new VerificationRefusedError('verification_subject_mismatch', otherSubject(id));
    };
    const decided =
      decision === 'grant'
        ? this.ledger.approve(id, reviewer, answer, admit)
        : this.ledger.reject(id, reviewer, answer, admit);
    return settle(decided, (record) => resolvedResult(record, subject ?? id));
  }

  /** What waits for the caller, oldest first. */
  async list(input: ListVerificationsInput, context: ToolContext): Promise<ToolResult> {
    const { approvals, next } = await this.approvals.list(context, input);
    return ToolResult.success(
      {
        verifications: approvals.map((view) => listed(view)),
        ...(next === undefined ? {} : { next }),
      },
      texts.waiting(approvals.length),
      { type: 'verifications' },
    );
  }

  /** Who somebody is: how they are signed in says it, and their arguments only on a channel of the host's own code. */
  private nameOf(
    argument: string,
    given: string | undefined,
    { channel, principal }: ToolContext,
  ): string | null {
    const name = text(given);
    if (given === undefined || name === '') return principal;
    if (this.options.verification.trustedChannels.includes(channel)) return name;
    // Compared as it is: another spelling of a name is another name.
    if (given === principal) return principal;
    throw new VerificationRefusedError('verification_principal_mismatch', notYourName(argument));
  }
}

function refusal(why: VerificationRefusal, id: string): VerificationRefusedError {
  const message = why === 'id_taken' ? idTaken(id) : verificationsFull(why === 'owner_full');
  return new VerificationRefusedError(why, message);
}

function requestedResult(record: VerificationRecord, subject: string): ToolResult {
  const { id, policy } = record.entry;
  const result = resultOfRecord(record);
  if (result.isFinal)
    return ToolResult.success(
      { subject, policy, request_id: id, ...result.toJSON() },
      texts.decidedAtOnce(subject, result.isSatisfied ? 'granted' : 'rejected'),
      { type: 'verification', verification_status: result.status },
    );
  return ToolResult.confirmation(
    texts.requested(subject, policy, id),
    { subject, policy, request_id: id },
    { action: 'verify', target: subject, targetId: subject },
  );
}

function resolvedResult(record: VerificationRecord, what: string): ToolResult {
  const result = resultOfRecord(record);
  const missing = record.entry.needed - record.approvals.length;
  const message = result.isFinal
    ? texts.resolved(what, result.isSatisfied ? 'granted' : 'rejected')
    : texts.counting(what, missing);
  return ToolResult.success(result.toJSON(), message, { verification_status: result.status });
}

function listed(view: ApprovalView): Record<string, unknown> {
  return {
    request_id: view.id,
    summary: view.summary,
    tool: view.tool,
    arguments: view.arguments,
    policy: view.policy,
    needed: view.needed,
    approved_by: view.approvals.map(({ principal }) => principal),
    requested_by: view.requestedBy,
    channel: view.channel,
    opened_at: view.openedAt,
    expires_at: view.expiresAt,
  };
}

function policyOf({
  policy = 'single',
  quorum,
}: RequestVerificationInput): VerificationPolicy | { readonly problem: string } {
  if (policy !== 'quorum')
    return quorum === undefined
      ? isVerificationPolicy(policy)
        ? policy
        : 'single'
      : { problem: texts.quorumWithoutPolicy() };
  const counted = `quorum(${quorum})`;
  return isVerificationPolicy(counted) ? counted : { problem: texts.quorumNeedsNumber() };
}

/** Called directly, the handlers meet what no schema has looked at. */
function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function invalid(field: string, message: string): ToolResult {
  return ToolResult.error(message, { field, message }, { code: ToolResultCode.VALIDATION_ERROR });
}
