import { settle } from '../../common/awaitable.js';
import type { Awaitable } from '../../common/awaitable.js';
import { canonicalJson, sha256 } from '../../common/canonical-json.js';
import { forbidRerun } from '../../context/tool-context.js';
import type { PolicyGate } from '../../policy/policy-gate.js';
import type { ToolDefinition } from '../../registry/tool-definition.js';
import { ToolResult } from '../../result/tool-result.js';
import { ToolResultCode } from '../../result/tool-result.codes.js';
import type { ApprovalRule } from '../../verification/approval-rule.js';
import { approvalsNeeded } from '../../verification/verification-policy.js';
import type {
  VerificationRecord,
  VerificationRefusal,
} from '../../verification/verification-store.js';
import { expiryOf, wasGranted } from '../../verification/verification-views.js';
import * as messages from '../../verification/verification.messages.js';
import type { FoundCall, VerifiedCalls } from '../../verification/verified-calls.js';
import type { VerifierConsultation } from '../../verification/verifier.consultation.js';
import { needsApproval } from '../approval-need.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { conditional, skipped } from '../step.descriptions.js';

/** Why a call that brings a `verification_id` is refused. */
type RefusedCall = Extract<FoundCall, { readonly found: false }>['why'];

/**
 * Holds a call until somebody else has approved it. The first call is stored and answered with an id; a call with this id is judged by the stored
 * arguments at every gate before, and here it learns how its approval stands, or, once that is granted, uses it up in one atomic step and goes on.
 */
export class ApproveStep implements InvocationStep {
  readonly kind = 'approve';
  readonly role = 'branch';

  constructor(
    private readonly policy: PolicyGate,
    private readonly calls: VerifiedCalls,
    private readonly consultation: VerifierConsultation,
    private readonly resolveScopes: readonly string[],
  ) {}

  describe({ approval }: ToolDefinition) {
    if (!approval) return skipped('The tool asks for no approval.');
    const { policy, expiresInMs, useWithinMs, excludeRequester, when } = approval;
    const scopes = approval.scopes.length > 0 ? approval.scopes : this.resolveScopes;
    const facts = {
      policy,
      needed: approvalsNeeded(policy),
      scopes,
      excludeRequester,
      expiresInMs,
      useWithinMs,
      dependsOnArguments: when !== undefined,
    };
    const source = `The tool asks for ${people(approval)}${scopes.length > 0 ? ` who hold ${scopes.join(' or ')}` : ''}${excludeRequester ? ', not of its caller' : ''}${when ? ', depending on its arguments' : ''}.`;
    if (when) return conditional(source, facts);
    return conditional(source, facts, {
      ends: {
        outcome: 'verification_requested',
        message: `The first call waits up to ${expiresInMs} ms for an approval; only a second call with its verification_id would run.`,
      },
    });
  }

  run(invocation: Invocation): Awaitable<ToolResult | void> {
    const { approval: rule } = invocation.tool;
    if (!rule) return;
    const { found } = invocation.approval ?? {};
    if (found) return this.release(invocation, found);
    return needsApproval(invocation) ? this.submit(invocation, rule) : undefined;
  }

  private submit(invocation: Invocation, rule: ApprovalRule): Awaitable<ToolResult | void> {
    const { context, tool, args, redemption } = invocation;
    const submitted = this.calls.submit(context, tool, rule, {
      args,
      sentDigest:
        redemption?.status === 'pending' ? redemption.entry.sentDigest : digestOfSent(invocation),
      confirmed: this.policy.requiresConfirmation(context, tool),
    });
    return settle(submitted, (record) => {
      if (typeof record === 'string') return full(invocation, record, rule);
      invocation.approval!.id = record.entry.id;
      return settle(this.consultation.decide(record, context), (decided) =>
        decided.stage === 'pending' ? requested(invocation, decided) : this.go(invocation, decided),
      );
    });
  }

  private release(invocation: Invocation, found: FoundCall): Awaitable<ToolResult | void> {
    if (!found.found) return refuse(invocation, REFUSALS[found.why]);
    const { record, call } = found;
    // Somebody's yes to the call does not stand in for the caller's own.
    if (!call.confirmed && this.policy.requiresConfirmation(invocation.context, invocation.tool))
      return refuse(invocation, {
        code: ToolResultCode.CONFLICT,
        reasonCode: 'verification_policy_changed',
        message: messages.approvalUnconfirmed(),
      });
    return this.go(invocation, record);
  }

  /** Goes on with a grant, and tells of every other stage. */
  private go(invocation: Invocation, record: VerificationRecord): Awaitable<ToolResult | void> {
    if (record.stage !== 'granted') return standing(invocation, record);
    return settle(this.calls.use(invocation.context, record), (transition) =>
      transition.changed && transition.record
        ? released(invocation, transition.record)
        : standing(invocation, transition.record),
    );
  }
}

interface Refusal {
  readonly code: ToolResultCode;
  readonly reasonCode: string;
  readonly message: string;
  /** What the reviewer said. */
  readonly reason?: string | null;
}

const REFUSALS: Readonly<Record<RefusedCall, Refusal>> = {
  unknown: {
    code: ToolResultCode.VALIDATION_ERROR,
    reasonCode: 'verification_unknown',
    message: messages.approvalUnknown(),
  },
  tool_changed: {
    code: ToolResultCode.CONFLICT,
    reasonCode: 'verification_tool_changed',
    message: messages.approvalToolChanged(),
  },
  damaged: {
    code: ToolResultCode.CONFLICT,
    reasonCode: 'verification_damaged',
    message: messages.approvalDamaged(),
  },
};

function people({ policy }: ApprovalRule): string {
  if (policy === 'auto') return 'the approval of a verifier';
  const needed = approvalsNeeded(policy);
  return needed === 1 ? 'the approval of somebody' : `the approval of ${needed} people`;
}

function full(
  invocation: Invocation,
  refusal: VerificationRefusal,
  rule: ApprovalRule,
): ToolResult {
  return invocation.end(
    'rate_limited',
    ToolResult.error(messages.verificationsFull(refusal === 'owner_full'), null, {
      code: ToolResultCode.RATE_LIMITED,
      reason_code: refusal,
      retry_after_seconds: Math.ceil(rule.expiresInMs / 1000),
    }),
    refusal,
  );
}

function requested(invocation: Invocation, record: VerificationRecord): ToolResult {
  const { summary, needed, id } = record.entry;
  return invocation.end(
    'verification_requested',
    waitingResult(record, messages.approvalRequested(summary, needed, id)),
  );
}

function pending(invocation: Invocation, record: VerificationRecord): ToolResult {
  const { entry, approvals } = record;
  return invocation.end(
    'verification_pending',
    waitingResult(record, messages.approvalPending(approvals.length, entry.needed)),
  );
}

function waitingResult(record: VerificationRecord, message: string): ToolResult {
  const { entry, approvals } = record;
  return ToolResult.success(
    {
      requires_verification: true,
      verification_id: entry.id,
      status: 'pending',
      action_summary: entry.summary,
      approvals: approvals.length,
      needed: entry.needed,
      expires_at: new Date(expiryOf(record)).toISOString(),
    },
    message,
    { type: 'verification', requires_verification: true, verification_id: entry.id },
  );
}

/** What somebody is told whose call cannot go on. */
function standing(invocation: Invocation, record: VerificationRecord | undefined): ToolResult {
  switch (record?.stage) {
    case 'pending':
      return pending(invocation, record);
    case 'rejected': {
      const reason = record.rejection?.reason ?? null;
      return refuse(invocation, {
        code: ToolResultCode.FORBIDDEN,
        reasonCode: 'verification_rejected',
        message: messages.approvalRejected(reason),
        reason,
      });
    }
    case 'used':
      return refuse(invocation, {
        code: ToolResultCode.CONFLICT,
        reasonCode: 'verification_used',
        message: messages.approvalUsed(record.usedBy ?? ''),
      });
    case 'expired':
      return refuse(invocation, {
        code: ToolResultCode.CONFLICT,
        reasonCode: 'verification_expired',
        message: messages.approvalExpired(wasGranted(record)),
      });
    default:
      return refuse(invocation, REFUSALS.unknown);
  }
}

function refuse(
  invocation: Invocation,
  { code, reasonCode, message, reason }: Refusal,
): ToolResult {
  const { id } = invocation.approval ?? {};
  return invocation.end(
    'verification_refused',
    ToolResult.error(message, null, {
      code,
      reason_code: reasonCode,
      ...(id === undefined ? {} : { verification_id: id }),
      ...(reason ? { verification_reason: reason } : {}),
    }),
    reasonCode,
  );
}

/** The grant is used up: whatever becomes of the call now, it was this one. */
function released(invocation: Invocation, { entry, approvals }: VerificationRecord): void {
  forbidRerun(invocation.context);
  invocation.approval!.approvedBy = approvals.map(({ principal }) => principal);
  invocation.note('verification_id', entry.id);
  const { sent } = invocation;
  const isRepeat = invocation.approval!.found !== undefined;
  if (!isRepeat || !sent || Object.keys(sent).length === 0) return;
  if (digestOfSent(invocation) !== entry.call?.sentDigest)
    invocation.note('verification_args_ignored', true);
}

function digestOfSent({ sent }: Invocation): string {
  return sha256(canonicalJson(sent ?? {}));
}
