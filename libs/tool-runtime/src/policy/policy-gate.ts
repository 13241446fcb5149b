import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { isPromiseLike } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import { DeadlineExceededError, withinDeadline } from '../common/deadline.js';
import { escapeForLine } from '../common/escape-for-line.js';
import { faultSummary } from '../common/fault-summary.js';
import type { JsonObject } from '../common/json.js';
import type { ToolContext } from '../context/tool-context.js';
import type { ToolGovernance } from '../registry/tool-definition.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import { UNKNOWN_CHANNEL_POLICY } from './channel-policies.js';
import type { ChannelPolicy } from './channel-policy.js';
import type { DenialReasonCode, PolicyDecision } from './policy-decision.js';
import { MalformedRuleError, readPolicyRule } from './policy-rule.js';
import { PolicyRuleProvider } from './policy-rule-provider.js';
import type { PolicyRule } from './policy-rule-provider.js';
import * as messages from './policy.messages.js';

/** What the gate is asked. */
export interface PolicyRequest {
  readonly context: ToolContext;
  readonly tool: ToolGovernance;
  /** Why it is asked: to list or search tools, to plan a call, or to make it. */
  readonly purpose: 'list' | 'plan' | 'call';
  /** Repaired and clamped; absent while listing and on ordinary routes. Handed to the rule provider, never logged. */
  readonly arguments?: JsonObject;
}

const ALLOWED: PolicyDecision = Object.freeze({ allowed: true });
/** Names remembered to warn once each. Channel names may come from a caller, so the memory is bounded. */
const MOST_WARNINGS = 100;
const CHANNEL_LENGTH = 64;

/**
 * Decides whether a caller may use a tool: the one place that is asked for listing, searching, planning, calling and for ordinary routes with
 * `@UseToolPolicy`.
 *
 * The order of the checks is fixed: authentication, scopes, the host's rules, the channel. Subclass it and override a check to change one; provide
 * another class under this token to replace it all. Synchronous unless the rule provider is not.
 *
 * @example
 * ```ts
 * class OfficeHoursGate extends PolicyGate {
 *   protected override checkChannel(request: PolicyRequest, policy: ChannelPolicy) {
 *     if (request.tool.mutating && isNight()) return this.deny(policy, 'mutating_blocked', 'Changes are made by day.');
 *     return super.checkChannel(request, policy);
 *   }
 * }
 * ```
 */
@Injectable()
export class PolicyGate {
  protected readonly logger = new Logger(PolicyGate.name);
  private readonly warnedChannels = new Set<string>();

  constructor(
    @Inject(TOOL_RUNTIME_OPTIONS) protected readonly options: ResolvedToolRuntimeOptions,
    @Optional() @Inject(PolicyRuleProvider) protected readonly rules?: PolicyRuleProvider,
  ) {}

  /** True when the host provides rules of its own. */
  get hasRuleProvider(): boolean {
    return this.rules !== undefined;
  }

  /** The decision. Never throws and never rejects: what cannot be decided is denied. */
  decide(request: PolicyRequest): Awaitable<PolicyDecision> {
    const policy = this.policyFor(request.context.channel);
    try {
      const decision = this.checkCaller(request, policy) ?? this.checkTool(request, policy);
      if (!isPromiseLike(decision)) return decision;
      return Promise.resolve(decision).then(undefined, (error: unknown) =>
        this.undecided(request, policy, error),
      );
    } catch (error) {
      return this.undecided(request, policy, error);
    }
  }

  /** Every check except the host's rules, which may be asked only when it counts: what an inspection can foretell. */
  decideStatically(request: PolicyRequest): PolicyDecision {
    const policy = this.channelPolicy(request.context.channel);
    return this.checkCaller(request, policy) ?? this.checkChannel(request, policy);
  }

  /** True when this call executes only after the caller has redeemed a token. */
  requiresConfirmation(context: ToolContext, tool: ToolGovernance): boolean {
    if (tool.confirm) return true;
    return (
      tool.mutating && this.channelPolicy(context.channel).requireConfirmationForMutating === true
    );
  }

  /** What applies to a channel; a channel without a policy requires authentication. */
  channelPolicy(channel: string): ChannelPolicy {
    return this.options.channels.get(channel) ?? UNKNOWN_CHANNEL_POLICY;
  }

  /** An empty principal is nobody; any other text, `'0'` included, is somebody. */
  protected checkAuthentication(
    { context }: PolicyRequest,
    policy: ChannelPolicy,
  ): PolicyDecision | undefined {
    if (!policy.requireAuth || context.principal) return undefined;
    return this.deny(policy, 'unauthenticated', messages.authenticationRequired(context.channel));
  }

  protected checkScopes(
    { context, tool }: PolicyRequest,
    policy: ChannelPolicy,
  ): PolicyDecision | undefined {
    if (tool.scopes.length === 0) return undefined;
    const held =
      tool.scopesMode === 'all'
        ? context.hasAllScopes(tool.scopes)
        : context.hasAnyScope(tool.scopes);
    return held
      ? undefined
      : this.deny(policy, 'missing_scope', messages.missingScope(tool, context));
  }

  /** The last check, reached when no rule has answered. */
  protected checkChannel({ context, tool }: PolicyRequest, policy: ChannelPolicy): PolicyDecision {
    if (policy.allowAll || !policy.blockMutating || !tool.mutating) return ALLOWED;
    return this.deny(policy, 'mutating_blocked', messages.mutatingBlocked(tool, context));
  }

  /** What a matching rule means. Its `allow` is final: it skips the channel, not the checks before it. */
  protected applyRule(
    rule: PolicyRule,
    { context, tool }: PolicyRequest,
    policy: ChannelPolicy,
  ): PolicyDecision {
    const required = rule.requiresScopes ?? [];
    if (required.length > 0 && !context.hasAnyScope(required)) {
      const message = messages.ruleScopeMissing(rule, required, tool, context);
      return this.deny(policy, 'rule_missing_scope', message);
    }
    if (rule.effect === 'allow') return ALLOWED;
    return this.deny(policy, 'rule_denied', messages.ruleDenied(rule, tool, context));
  }

  /** A denial, as talkative as the channel wants it. */
  protected deny(
    policy: ChannelPolicy,
    reasonCode: DenialReasonCode,
    message: string,
  ): PolicyDecision {
    const told = policy.denialDetail === 'minimal' ? messages.REFUSED : message;
    return { allowed: false, reasonCode, message: told };
  }

  private checkCaller(request: PolicyRequest, policy: ChannelPolicy): PolicyDecision | undefined {
    return this.checkAuthentication(request, policy) ?? this.checkScopes(request, policy);
  }

  private checkTool(request: PolicyRequest, policy: ChannelPolicy): Awaitable<PolicyDecision> {
    if (!this.rules) return this.checkChannel(request, policy);
    const { context, tool } = request;
    const answer = this.rules.findMatchingRule({
      channel: context.channel,
      principal: context.principal,
      tool: tool.name,
      mutating: tool.mutating,
      context,
      arguments: request.arguments,
    });
    if (!isPromiseLike(answer)) return this.judge(answer, request, policy);
    return withinDeadline(answer, this.options.policy.ruleTimeoutMs).then((settled) =>
      this.judge(settled, request, policy),
    );
  }

  private judge(answer: unknown, request: PolicyRequest, policy: ChannelPolicy): PolicyDecision {
    if (answer === null || answer === undefined) return this.checkChannel(request, policy);
    return this.applyRule(readPolicyRule(answer), request, policy);
  }

  private undecided(request: PolicyRequest, policy: ChannelPolicy, error: unknown): PolicyDecision {
    this.logger.error(messages.policyUndecidable(request.tool, request.context, explain(error)));
    return this.deny(policy, 'policy_error', messages.POLICY_UNDECIDED);
  }

  private policyFor(channel: string): ChannelPolicy {
    const policy = this.options.channels.get(channel);
    if (policy) return policy;
    this.warnOnce(escapeForLine(channel, CHANNEL_LENGTH));
    return UNKNOWN_CHANNEL_POLICY;
  }

  private warnOnce(channel: string): void {
    if (this.warnedChannels.size > MOST_WARNINGS || this.warnedChannels.has(channel)) return;
    this.warnedChannels.add(channel);
    this.logger.warn(
      this.warnedChannels.size > MOST_WARNINGS
        ? messages.TOO_MANY_UNKNOWN_CHANNELS
        : messages.unknownChannel(channel),
    );
  }
}

/** A provider was handed the caller's arguments, so nothing it says is repeated; only the runtime's own words are. */
function explain(error: unknown): string {
  if (error instanceof DeadlineExceededError) return messages.ruleTimedOut(error.timeoutMs);
  if (error instanceof MalformedRuleError) return error.message;
  return faultSummary(error);
}
