import { escapeForLine } from '../common/escape-for-line.js';
import type { ToolContext } from '../context/tool-context.js';
import type { ChannelPolicy } from '../policy/channel-policy.js';
import type { DenialReasonCode, PolicyDecision } from '../policy/policy-decision.js';
import type { PolicyGate } from '../policy/policy-gate.js';
import type { ToolDefinition, ToolGovernance } from '../registry/tool-definition.js';
import type { StepDescription } from './invocation-step.js';
import { policyFailed } from './pipeline.messages.js';

/** Checks that come before the host's rules, so no rule can change their answer. */
const BEFORE_RULES: ReadonlySet<DenialReasonCode> = new Set(['unauthenticated', 'missing_scope']);

/** A gate that fails denies, here as in a call. */
export const undecidedPolicy = (tool: ToolGovernance): PolicyDecision => ({
  allowed: false,
  reasonCode: 'policy_error',
  message: policyFailed(tool),
});

/** What the gate decides without the host's rules. */
export function foretellDecision(
  policy: PolicyGate,
  tool: ToolDefinition,
  context: ToolContext,
): PolicyDecision {
  try {
    return policy.decideStatically({ context, tool, purpose: 'list' });
  } catch {
    return undecidedPolicy(tool);
  }
}

/** What a decision made without arguments means for the step that will make it again with them. */
export function foretoldAuthorization(
  decision: PolicyDecision,
  tool: ToolDefinition,
  hasRuleProvider: boolean,
): Pick<StepDescription, 'ends' | 'open'> {
  if (decision.allowed)
    return { open: hasRuleProvider || tool.handler.enhancers.guards.length > 0 };
  const { reasonCode, message } = decision;
  return {
    open: hasRuleProvider && !BEFORE_RULES.has(reasonCode),
    ends: { outcome: 'denied', reasonCode, message },
  };
}

/** The declared scopes that stand between this caller and the tool. */
export function missingScopes(tool: ToolGovernance, context: ToolContext): readonly string[] {
  if (tool.scopesMode === 'any' && context.hasAnyScope(tool.scopes)) return [];
  return tool.scopes.filter((scope) => !context.hasScope(scope));
}

/** The policy with what it leaves out, so that a reader of the JSON need not know the defaults. */
export function everySwitch(policy: ChannelPolicy): Required<ChannelPolicy> {
  const {
    allowAll = false,
    requireAuth = false,
    blockMutating = false,
    requireConfirmationForMutating = false,
    denialDetail = 'full',
  } = policy;
  return { allowAll, requireAuth, blockMutating, requireConfirmationForMutating, denialDetail };
}

/** Everything that is asked, in the order it is asked. */
export function authorizationSource(
  tool: ToolDefinition,
  context: ToolContext,
  policy: ChannelPolicy,
  hasRuleProvider: boolean,
): string {
  const { guards } = tool.handler.enhancers;
  const switches = [
    policy.requireAuth && 'require_auth',
    policy.allowAll && 'allow_all',
    policy.blockMutating && 'block_mutating',
  ].filter((name) => typeof name === 'string');
  const [only] = tool.scopes;
  const scopes =
    only === undefined
      ? 'no scope is required'
      : tool.scopes.length === 1
        ? `the scope ${only} is required`
        : `${tool.scopesMode === 'all' ? 'all' : 'one'} of the scopes ${tool.scopes.join(', ')} is required`;
  return `${[
    `Channel '${escapeForLine(context.channel)}' applies ${switches.join(' and ') || 'no check of its own'}`,
    scopes,
    hasRuleProvider ? "the host's rules are asked" : 'no rule provider is wired',
    guards.length > 0 ? `its own guards are asked: ${guards.join(', ')}` : 'the tool has no guards',
  ].join('; ')}.`;
}
