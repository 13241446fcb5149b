import type { AuditTrail } from '../audit/audit-trail.js';
import type { Redactor } from '../audit/redactor.js';
import type { Clock } from '../common/clock.js';
import type { ConfirmationService } from '../confirmation/confirmation.service.js';
import type { ToolEventEmitter } from '../events/tool-event.emitter.js';
import type { PolicyGate } from '../policy/policy-gate.js';
import type { ToolBudget } from '../rate-limit/tool-budget.js';
import type { ToolCatalog } from '../registry/tool-catalog.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import type { VerifiedCalls } from '../verification/verified-calls.js';
import type { VerifierConsultation } from '../verification/verifier.consultation.js';
import type { InvocationStep } from './invocation-step.js';
import { ApproveStep } from './steps/approve.step.js';
import { AuditStep } from './steps/audit.step.js';
import { AuthorizeStep } from './steps/authorize.step.js';
import { ClampStep } from './steps/clamp.step.js';
import { ConfirmStep } from './steps/confirm.step.js';
import { ContainExceptionStep } from './steps/contain-exception.step.js';
import { EmitExecutingStep } from './steps/emit-executing.step.js';
import { ExecuteStep } from './steps/execute.step.js';
import { PlanModeStep } from './steps/plan-mode.step.js';
import { RateLimitStep } from './steps/rate-limit.step.js';
import { ResolveStep } from './steps/resolve.step.js';
import { ValidateStep } from './steps/validate.step.js';

/** What the steps are made of. */
export interface PipelineParts {
  readonly options: ResolvedToolRuntimeOptions;
  readonly clock: Clock;
  readonly catalog: ToolCatalog;
  readonly policy: PolicyGate;
  readonly budget: ToolBudget;
  readonly confirmations: ConfirmationService;
  readonly verifiedCalls: VerifiedCalls;
  readonly consultation: VerifierConsultation;
  readonly events: ToolEventEmitter;
  readonly trail: AuditTrail;
  readonly redactor: Redactor;
}

/** The order of a call. Running and inspecting both read this one list. */
export function pipelineSteps(parts: PipelineParts): readonly InvocationStep[] {
  const { options, clock, catalog, policy, budget, confirmations, events, trail, redactor } = parts;
  const { verifiedCalls, consultation } = parts;
  return Object.freeze([
    new ResolveStep(catalog, options.arguments),
    new ValidateStep(options, policy, confirmations, verifiedCalls),
    new ClampStep(),
    new AuthorizeStep(policy, redactor),
    new RateLimitStep(budget, policy, options.confirmation.elicit),
    new PlanModeStep(policy, redactor, options.audit.maxArgumentsBytes),
    new ConfirmStep(policy, confirmations, options.confirmation.ttlMs, options.confirmation.elicit),
    new ApproveStep(policy, verifiedCalls, consultation, options.verification.resolveScopes),
    new EmitExecutingStep(events, clock),
    new ExecuteStep(clock, trail, events, options.audit.mode === 'required'),
    new ContainExceptionStep(clock, events, redactor),
    new AuditStep(trail),
  ]);
}
