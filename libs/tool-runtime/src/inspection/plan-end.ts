import type { InvocationStepKind } from '../pipeline/invocation-step.js';
import type { InvocationPlan, PlanVerdict } from './invocation-plan.js';

const ENDS_AT: Readonly<Record<PlanVerdict['outcome'], InvocationStepKind>> = {
  denied: 'authorize',
  planned: 'plan_mode',
  confirmation_requested: 'confirm',
  verification_requested: 'approve',
  executed: 'execute',
};

/** Where in `steps` a call that goes as foretold ends; what comes after it is not reached, except for the outcome. */
export function endOfPlan({ steps, verdict }: InvocationPlan): number {
  const end = steps.findIndex(({ kind }) => kind === ENDS_AT[verdict.outcome]);
  return end >= 0
    ? end
    : steps.findLastIndex(({ role }) => role !== 'boundary' && role !== 'outcome');
}
