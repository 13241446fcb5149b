import type { FactoryProvider } from '@nestjs/common';
import {
  AuditTrail,
  Clock,
  PolicyGate,
  Redactor,
  TOOL_RUNTIME_OPTIONS,
  ToolBudget,
  ToolCatalog,
  ToolEventEmitter,
  ToolPipeline,
  ToolResult,
} from '@toolgate/tool-runtime';
import type {
  InvocationStep,
  InvocationStepKind,
  InvocationStepRole,
} from '@toolgate/tool-runtime';
import { isPromiseLike } from '../../libs/tool-runtime/src/common/awaitable.js';
import { ConfirmationService } from '../../libs/tool-runtime/src/confirmation/confirmation.service.js';
import { VerifiedCalls } from '../../libs/tool-runtime/src/verification/verified-calls.js';
import { VerifierConsultation } from '../../libs/tool-runtime/src/verification/verifier.consultation.js';
import type { Invocation } from '../../libs/tool-runtime/src/pipeline/invocation.js';
import { pipelineSteps } from '../../libs/tool-runtime/src/pipeline/tool-pipeline.steps.js';
import type { PipelineParts } from '../../libs/tool-runtime/src/pipeline/tool-pipeline.steps.js';

/** One step that a call really ran. */
export interface TracedStep {
  readonly kind: InvocationStepKind;
  readonly role: InvocationStepRole;
  /** Whether it let the call go on, ended it with a result, or threw. `pending` when the call ended while it was waiting. */
  end: 'passed' | 'ended' | 'threw' | 'pending';
}

/**
 * The runtime's own pipeline, whose steps leave a trace when they run. The steps are wrapped from outside, so the pipeline under test is the
 * one that ships.
 * @param trace grows with every step of every call; for one call at a time
 * @param change what to make of the list of steps first
 */
export function tracedPipeline(
  trace: TracedStep[],
  change: (steps: readonly InvocationStep[]) => readonly InvocationStep[] = (steps) => steps,
): FactoryProvider<ToolPipeline> {
  const names = Object.keys(PARTS) as (keyof PipelineParts)[];
  return {
    provide: ToolPipeline,
    inject: names.map((name) => PARTS[name]),
    useFactory: (...injected: unknown[]) => {
      const parts = Object.fromEntries(
        names.map((name, index) => [name, injected[index]]),
      ) as unknown as PipelineParts;
      const steps = change(pipelineSteps(parts));
      return new ToolPipeline(
        steps.map((step) => traced(step, trace)),
        parts.clock,
      );
    },
  };
}

const PARTS: Readonly<Record<keyof PipelineParts, FactoryProvider['provide']>> = {
  options: TOOL_RUNTIME_OPTIONS,
  clock: Clock,
  catalog: ToolCatalog,
  policy: PolicyGate,
  budget: ToolBudget,
  confirmations: ConfirmationService,
  verifiedCalls: VerifiedCalls,
  consultation: VerifierConsultation,
  events: ToolEventEmitter,
  trail: AuditTrail,
  redactor: Redactor,
};

function traced(step: InvocationStep, trace: TracedStep[]): InvocationStep {
  return {
    kind: step.kind,
    role: step.role,
    describe: (tool, context) => step.describe(tool, context),
    run: (invocation: Invocation) => {
      const entry: TracedStep = { kind: step.kind, role: step.role, end: 'pending' };
      trace.push(entry);
      const settled = (answer: ToolResult | void) => {
        entry.end = answer === undefined ? 'passed' : 'ended';
        return answer;
      };
      const threw = (error: unknown): never => {
        entry.end = 'threw';
        throw error;
      };
      try {
        const answer = step.run(invocation);
        return isPromiseLike(answer) ? answer.then(settled, threw) : settled(answer);
      } catch (error) {
        return threw(error);
      }
    },
  };
}
