import { escapeForLine } from '../common/escape-for-line.js';
import type { ToolContext } from '../context/tool-context.js';
import type { ToolGovernance } from '../registry/tool-definition.js';
import { subjectOf } from '../registry/unique-name.js';
import type { PolicyRule } from './policy-rule-provider.js';

/** Longest principal, channel or scope shown; a name of the host's own is far below. */
const NAME_LENGTH = 120;
/** Most scopes listed, so that a token with a thousand of them does not fill the answer. */
const SCOPES_SHOWN = 20;

/** All that a channel with `denialDetail: 'minimal'` tells. */
export const REFUSED = 'The call was refused.';

/** The rule provider failed, or did not answer in time or in form: details are the operator's business. */
export const POLICY_UNDECIDED = 'The call was refused because its policy could not be decided.';

export const authenticationRequired = (channel: string): string =>
  `channel '${name(channel)}' requires an authenticated principal (require_auth) — none provided.`;

export const missingScope = (tool: ToolGovernance, context: ToolContext): string =>
  `Missing required scope for ${subjectOf(tool)}. Need ${tool.scopesMode === 'all' ? 'all' : 'one'} of: ${list(tool.scopes)} — context has: ${list(context.scopes)}.`;

export const mutatingBlocked = (tool: ToolGovernance, context: ToolContext): string =>
  `Mutating ${subjectOf(tool)} is blocked on channel '${name(context.channel)}' (block_mutating policy).`;

export const ruleScopeMissing = (
  rule: PolicyRule,
  required: readonly string[],
  tool: ToolGovernance,
  context: ToolContext,
): string =>
  `Policy rule #${ruleId(rule)} for ${subjectOf(tool)} requires one of these scopes: ${list(required)} — context has: ${list(context.scopes)}.`;

export const ruleDenied = (rule: PolicyRule, tool: ToolGovernance, context: ToolContext): string =>
  rule.description ||
  `Denied by policy rule #${ruleId(rule)} for ${subjectOf(tool)} on channel '${name(context.channel)}' (principal: ${name(context.principal || '(none)')}).`;

export const unknownChannel = (channel: string): string =>
  `No policy is configured for channel '${channel}'; it is treated fail-closed: callers must be authenticated. Add it to the "channels" option of ToolRuntimeModule to say what it demands.`;

export const TOO_MANY_UNKNOWN_CHANNELS =
  'Many different channels without a policy were used; further ones are treated fail-closed as well, without a warning each. Is a channel name taken from the caller?';

export const policyUndecidable = (
  tool: ToolGovernance,
  context: ToolContext,
  fault: string,
): string =>
  `The policy for ${subjectOf(tool)} could not be decided (channel '${name(context.channel)}', request ${name(context.requestId)}), so the call was denied: ${fault}`;

export const ruleTimedOut = (timeoutMs: number): string =>
  `the PolicyRuleProvider gave no answer within ${timeoutMs} ms (policy.ruleTimeoutMs).`;

export const ruleMalformed = (member: string): string =>
  `the PolicyRuleProvider returned something that is not a rule (${member}). A rule is { id, effect: 'allow' | 'deny', requiresScopes?: string[], description?: string }; return null for no opinion.`;

/** A route is guarded by a policy nobody named. */
export const routeWithoutTool = (route: string): string =>
  `${route} is guarded by the policy of a tool, but no tool is named, so every request is refused. Use @UseToolPolicy('<tool name>') instead of binding the guard alone.`;

/** A route names a tool that does not exist. */
export const routeOfUnknownTool = (route: string, tool: string): string =>
  `${route} has @UseToolPolicy('${name(tool)}'), but there is no such tool, so every request is refused. Correct the name, or register the tool.`;

function ruleId(rule: PolicyRule): string {
  return name(String(rule.id ?? '(none)'));
}

function name(text: string): string {
  return escapeForLine(text, NAME_LENGTH);
}

function list(scopes: readonly string[]): string {
  if (scopes.length === 0) return '(none)';
  const shown = scopes.slice(0, SCOPES_SHOWN).map(name).join(', ');
  const more = scopes.length - SCOPES_SHOWN;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
