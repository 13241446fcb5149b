import { Inject, Injectable } from '@nestjs/common';
import { settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import { approvalView } from './approval-view.js';
import type { ApprovalView } from './approval-view.js';
import { mayReview, requireReviewScope } from './review-scopes.js';
import type { VerificationEntry, VerificationRecord } from './verification-store.js';
import { VerificationRefusedError } from './verification.error.js';
import { VerificationLedger } from './verification.ledger.js';
import type { Reviewer, VerificationAnswer } from './verification.ledger.js';
import { anonymousReviewer, unknownVerification } from './verification.messages.js';

/** Which pending verifications to list. */
export interface ApprovalQuery {
  /** Most of them, from 1 to 100. @default 50 */
  readonly limit?: number;
  /** {@link ApprovalPage.next} of the page before. */
  readonly after?: string;
}

/** A part of what waits for a reviewer. */
export interface ApprovalPage {
  /** Oldest first. */
  readonly approvals: readonly ApprovalView[];
  /** For the next page; absent on the last one. */
  readonly next?: string;
}

const MOST = 100;
/** Most pages of the store read for one page of a reviewer who may decide little of what waits. */
const MOST_READS = 100;
const VERIFIER = 'human_verifier';

/**
 * Where people decide: what waits, for a reviewer who is known by a `ToolContext`. For a controller, a command or a bot of the host's; the tool
 * `resolve_verification` does the same for agents.
 *
 * A reviewer needs one of the scopes that the waiting tool names, else one of `verification.resolveScopes`; what somebody may not decide does not
 * exist for them, except that everybody sees what they have asked for themselves. Every method rejects with, or throws, `ToolError`s:
 * {@link VerificationRefusedError} with the reason, {@link VerificationUnavailableError} when the store does not answer.
 *
 * @example
 * ```ts
 * @Post('approvals/:id/grant')
 * grant(@Param('id') id: string, @Req() request: AuthenticatedRequest) {
 *   return this.approvals.grant(id, ToolContext.web({ principal: request.user.id, scopes: request.user.scopes }));
 * }
 * ```
 */
@Injectable()
export class Approvals {
  constructor(
    private readonly ledger: VerificationLedger,
    @Inject(TOOL_RUNTIME_OPTIONS)
    private readonly options: Pick<ResolvedToolRuntimeOptions, 'verification'>,
  ) {}

  /** What is pending and this reviewer may decide, oldest first. */
  async list(reviewer: ToolContext, query: ApprovalQuery = {}): Promise<ApprovalPage> {
    requireSomebody(reviewer);
    const limit = Math.min(Math.max(Math.trunc(query.limit ?? 50) || 1, 1), MOST);
    const approvals: ApprovalView[] = [];
    let after = query.after;
    for (let read = 0; read < MOST_READS; read++) {
      const page = await this.ledger.list(limit - approvals.length, after);
      for (const record of page.records)
        if (this.mayDecide(record.entry, reviewer)) approvals.push(approvalView(record));
      after = page.next;
      if (after === undefined || approvals.length === limit) break;
    }
    return after === undefined ? { approvals } : { approvals, next: after };
  }

  /** One verification, ended ones included while they are remembered. */
  show(id: string, reviewer: ToolContext): Awaitable<ApprovalView> {
    requireSomebody(reviewer);
    return settle(this.ledger.find(id), (record) => {
      if (!record || !this.maySee(record, reviewer))
        throw new VerificationRefusedError('verification_unknown', unknownVerification(id));
      return approvalView(record);
    });
  }

  /**
   * The reviewer says yes. The verification is granted with the last yes that is needed; until then its stage stays `pending`.
   * @param reason for the caller and the records, at most 1000 characters
   */
  grant(id: string, reviewer: ToolContext, reason: string | null = null): Awaitable<ApprovalView> {
    return settle(
      this.ledger.approve(id, this.reviewer(reviewer), answer(reason), (entry) =>
        this.admit(entry, reviewer),
      ),
      approvalView,
    );
  }

  /**
   * The reviewer says no, which ends the verification.
   * @param reason for the caller and the records, at most 1000 characters
   */
  reject(id: string, reviewer: ToolContext, reason: string | null = null): Awaitable<ApprovalView> {
    return settle(
      this.ledger.reject(id, this.reviewer(reviewer), answer(reason), (entry) =>
        this.admit(entry, reviewer),
      ),
      approvalView,
    );
  }

  private admit(entry: VerificationEntry, reviewer: ToolContext): void {
    requireReviewScope(entry, reviewer, this.options.verification.resolveScopes);
  }

  private mayDecide(entry: VerificationEntry, reviewer: ToolContext): boolean {
    return mayReview(entry, reviewer, this.options.verification.resolveScopes);
  }

  private maySee({ entry }: VerificationRecord, reviewer: ToolContext): boolean {
    const isOwn = entry.requestedBy === reviewer.principal && entry.channel === reviewer.channel;
    return isOwn || this.mayDecide(entry, reviewer);
  }

  private reviewer(context: ToolContext): Reviewer {
    const { channel, requestId, ip, userAgent } = context;
    return { principal: requireSomebody(context), channel, requestId, ip, userAgent };
  }
}

function answer(reason: string | null): VerificationAnswer {
  return { reason, verifier: VERIFIER };
}

function requireSomebody({ principal }: ToolContext): string {
  if (principal) return principal;
  throw new VerificationRefusedError('verification_anonymous', anonymousReviewer());
}
