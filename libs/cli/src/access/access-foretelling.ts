import type {
  Awaitable,
  InvocationPlanBuilder,
  PlanVerdict,
  PolicyGate,
  ToolContext,
  ToolDefinition,
} from '@toolgate/tool-runtime';
import type { AccessVerdict } from './tool-access.js';

/** Says what a caller gets from a tool, without calling it. */
export type Foretell = (tool: ToolDefinition, context: ToolContext) => Awaitable<AccessVerdict>;

/** By the plan of the call, as `inspect` shows it: with the host's rules where the application runs, without them in preview. */
export function byPlan(plans: InvocationPlanBuilder): Foretell {
  return async (tool, context) => verdictOfPlan(await plans.verdictOf(tool, context));
}

/** By the declarations alone, so that the answer is the same whatever the host's rules say at the moment. */
export function byDeclaration(policy: PolicyGate): Foretell {
  return (tool, context) => {
    try {
      const decision = policy.decideStatically({ context, tool, purpose: 'list' });
      if (!decision.allowed) return 'denied';
      return policy.requiresConfirmation(context, tool) ? 'confirm' : 'allowed';
    } catch {
      // A gate of the host's own may need providers that preview does not construct.
      return 'undecided';
    }
  };
}

function verdictOfPlan({ outcome, reasonCode }: PlanVerdict): AccessVerdict {
  if (reasonCode === 'policy_error') return 'undecided';
  if (outcome === 'denied') return 'denied';
  return outcome === 'confirmation_requested' ? 'confirm' : 'allowed';
}
