import { Inject, Injectable } from '@nestjs/common';
import { Redactor } from '../audit/redactor.js';
import { canonicalJson, sha256 } from '../common/canonical-json.js';
import { Clock } from '../common/clock.js';
import { deepFreeze } from '../common/deep-freeze.js';
import { injectiveKey } from '../common/injective-key.js';
import type { JsonObject } from '../common/json.js';
import { RandomSource } from '../common/random-source.js';
import { actionSummary } from '../confirmation/action-summary.js';
import type { ToolContext } from '../context/tool-context.js';
import { PolicyGate } from '../policy/policy-gate.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import type { ApprovalRule } from './approval-rule.js';
import { uuidOf } from './uuid.js';
import { approvalsNeeded } from './verification-policy.js';
import type { VerificationPolicy } from './verification-policy.js';
import type { VerificationEntry } from './verification-store.js';

/** The facts an approval needs of a tool. */
export type ApprovableTool = Pick<ToolDefinition, 'name' | 'fingerprint' | 'input' | 'approval'>;

/** The call that is to wait. */
export interface CallToApprove {
  /** Exactly what will execute; frozen. */
  readonly args: JsonObject;
  /** Digest of what the caller sent. */
  readonly sentDigest: string;
  /** Whether the caller has confirmed it, where that was asked. */
  readonly confirmed: boolean;
}

/** A request that releases no call. */
export interface SubjectToVerify {
  readonly subject: string;
  readonly policy: VerificationPolicy;
  readonly requestedBy: string | null;
  /** @default a new UUID */
  readonly id?: string | undefined;
}

const CHALLENGE_BYTES = 16;
/** Longest rendering of the arguments for a reviewer, bytes. */
const DETAIL_BYTES = 4_096;
const SUBJECT_BYTES = 512;

/** Who may use a grant, for what. The fingerprint is no part of it: after the tool has changed the caller is told so. */
export function bindingOf({ channel, principal }: ToolContext, tool: string): string {
  return injectiveKey([channel, principal, tool]);
}

/** Writes down what somebody is asked to say yes to. */
@Injectable()
export class VerificationEntryFactory {
  constructor(
    @Inject(TOOL_RUNTIME_OPTIONS)
    private readonly options: Pick<ResolvedToolRuntimeOptions, 'verification'>,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(RandomSource) private readonly random: RandomSource,
    private readonly redactor: Redactor,
    private readonly policy: PolicyGate,
  ) {}

  forCall(
    context: ToolContext,
    tool: ApprovableTool,
    rule: ApprovalRule,
    { args, sentDigest, confirmed }: CallToApprove,
  ): VerificationEntry {
    const { sensitive } = tool.input;
    return deepFreeze<VerificationEntry>({
      ...this.common(context),
      id: uuidOf(this.random),
      subject: null,
      policy: rule.policy,
      needed: approvalsNeeded(rule.policy),
      scopes: rule.scopes,
      excludeRequester: rule.excludeRequester,
      requestedBy: context.principal,
      binding: bindingOf(context, tool.name),
      call: {
        tool: tool.name,
        fingerprint: tool.fingerprint,
        arguments: args,
        argumentsDigest: sha256(canonicalJson(args)),
        sentDigest,
        sensitive,
        policyVersion: sha256(canonicalJson(this.policy.channelPolicy(context.channel))),
        confirmed,
      },
      summary: actionSummary(tool, args, this.redactor),
      details: this.redactor.redact(args, { sensitivePaths: sensitive, maxBytes: DETAIL_BYTES }),
      decideWithinMs: rule.expiresInMs,
      useWithinMs: rule.useWithinMs,
    });
  }

  forSubject(
    context: ToolContext,
    { subject, policy, requestedBy, id }: SubjectToVerify,
  ): VerificationEntry {
    const { expiresInMs, useWithinMs = expiresInMs, allowSelfApproval } = this.options.verification;
    return deepFreeze<VerificationEntry>({
      ...this.common(context),
      id: id ?? uuidOf(this.random),
      subject,
      policy,
      needed: approvalsNeeded(policy),
      scopes: [],
      excludeRequester: !allowSelfApproval,
      requestedBy,
      binding: null,
      call: null,
      summary: this.redactor.redactText(subject, SUBJECT_BYTES),
      details: null,
      decideWithinMs: expiresInMs,
      useWithinMs,
    });
  }

  private common({ channel, principal }: ToolContext) {
    return {
      channel,
      owner: injectiveKey([channel, principal]),
      challenge: this.random.hex(CHALLENGE_BYTES),
      openedAt: this.clock.now(),
      keepMs: this.options.verification.keepMs,
    };
  }
}
