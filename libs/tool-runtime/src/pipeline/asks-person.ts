import type { ToolContext } from '../context/tool-context.js';
import type { PolicyGate } from '../policy/policy-gate.js';
import type { ToolDefinition } from '../registry/tool-definition.js';

/**
 * Whether a call is confirmed by asking the person at the client, and not by a token that whoever called can send back.
 * @param elicits whether the host lets people be asked
 */
export function asksPerson(
  context: ToolContext,
  tool: ToolDefinition,
  policy: Pick<PolicyGate, 'requiresConfirmation'>,
  elicits: boolean,
): boolean {
  return (
    (elicits || tool.confirmBy === 'human') &&
    context.can('elicitation') &&
    policy.requiresConfirmation(context, tool)
  );
}
