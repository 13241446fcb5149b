import type { Awaitable } from '../common/awaitable.js';
import type { JsonObject } from '../common/json.js';
import type { ToolContext } from '../context/tool-context.js';

/** What a rule provider is asked about. */
export interface PolicyRuleQuery {
  readonly channel: string;
  readonly principal: string | null;
  readonly tool: string;
  readonly mutating: boolean;
  readonly context: ToolContext;
  /** Repaired and clamped arguments; absent while listing. */
  readonly arguments?: JsonObject;
}

/** One rule of the host's own. */
export interface PolicyRule {
  readonly id: string | number | null;
  readonly effect: 'allow' | 'deny';
  /** The caller needs one of these for the rule's answer to stand; none of them held is a denial. */
  readonly requiresScopes?: readonly string[] | null;
  /** Shown to the caller, as it is, when the rule denies. */
  readonly description?: string | null;
}

/**
 * Where the host keeps rules that annotations cannot express: a database, a feature flag, working hours.
 * Asked at most once per decision. `null` or `undefined` is no opinion; throwing, rejecting or taking too long denies.
 */
export interface PolicyRuleProvider {
  findMatchingRule(query: PolicyRuleQuery): Awaitable<PolicyRule | null | undefined>;
}

/** Injection token of the {@link PolicyRuleProvider}. */
export const PolicyRuleProvider = Symbol('PolicyRuleProvider');
