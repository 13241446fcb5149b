import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { isPromiseLike, settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import { faultSummary } from '../common/fault-summary.js';
import type { ToolContext } from '../context/tool-context.js';
import { isPreviewApplication } from '../enhancers/nest-enhancers.js';
import { ToolEventEmitter } from '../events/tool-event.emitter.js';
import {
  foretellDecision,
  foretoldAuthorization,
  undecidedPolicy,
} from '../pipeline/foretold-authorization.js';
import type { InvocationStep, StepDescription } from '../pipeline/invocation-step.js';
import { conditional } from '../pipeline/step.descriptions.js';
import { ToolPipeline } from '../pipeline/tool-pipeline.js';
import type { PolicyDecision } from '../policy/policy-decision.js';
import { PolicyGate } from '../policy/policy-gate.js';
import { ToolBudget } from '../rate-limit/tool-budget.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import { stepUnreadable } from './inspection.messages.js';
import type { InvocationPlan, PlanVerdict, WiringState } from './invocation-plan.js';
import { planAssumptions } from './plan-assumptions.js';
import { verdictOfPath } from './plan-verdict.js';
import type { Station } from './plan-verdict.js';

/**
 * Says what a call would pass through, and how it would end, without making it. The plan is what the steps of the pipeline say about
 * themselves, in the order in which a call passes them, so it cannot say anything else than what runs.
 *
 * Executes nothing: takes no budget and no token, emits no event, constructs and asks no provider and no guard. The one question it asks
 * is the one that a listing asks as well: the policy, with the host's rules, without arguments. In an application that was created with
 * `preview: true` the rules do not exist, so they are left out and the plan says so.
 *
 * @example
 * ```ts
 * const plan = await app.get(InvocationPlanBuilder).build(registry.getDefinition('refund_order')!, context);
 * if (plan.verdict.outcome === 'denied') console.error(plan.verdict.message);
 * ```
 */
@Injectable()
export class InvocationPlanBuilder {
  constructor(
    private readonly pipeline: ToolPipeline,
    private readonly policy: PolicyGate,
    private readonly budget: ToolBudget,
    private readonly events: ToolEventEmitter,
    private readonly moduleRef: ModuleRef,
  ) {}

  /** The whole plan for one caller. Synchronous when the host's rules are. */
  build(tool: ToolDefinition, context: ToolContext): Awaitable<InvocationPlan> {
    const path = this.describe(tool, context);
    return settle(this.decide(tool, context), (decision) =>
      this.assemble(tool, context, this.decided(path, tool, decision)),
    );
  }

  /** Only how the call would end: for tables of many tools and callers. Synchronous when the host's rules are. */
  verdictOf(tool: ToolDefinition, context: ToolContext): Awaitable<PlanVerdict> {
    const path = this.describe(tool, context);
    return settle(this.decide(tool, context), (decision) =>
      verdictOfPath(this.decided(path, tool, decision)),
    );
  }

  private assemble(
    tool: ToolDefinition,
    context: ToolContext,
    path: readonly Station[],
  ): InvocationPlan {
    const { channel, principal, scopes, mode } = context;
    return {
      schemaVersion: '1.0',
      operation: tool.name,
      channel,
      context: { actor: principal || null, scopes, mode },
      assumptions: planAssumptions(tool, context, {
        policy: this.policy,
        events: this.events,
        isPreview: this.isPreview,
      }),
      wiring: {
        rateLimiter: stateOf(this.budget.isWired),
        dispatcher: stateOf(this.events.isWired),
        ruleProvider: stateOf(this.policy.hasRuleProvider),
      },
      verdict: verdictOfPath(path),
      steps: path.map(({ kind, role, description }) => {
        const { presence, blocking, mutates, wraps = null, source, facts } = description;
        return { kind, role, presence, blocking, mutates, wraps, source, facts };
      }),
    };
  }

  private describe(tool: ToolDefinition, context: ToolContext): readonly Station[] {
    return this.pipeline.steps.map((step) => ({
      kind: step.kind,
      role: step.role,
      description: describeStep(step, tool, context),
    }));
  }

  /** Puts the gate's full answer in the place of the one it gives without the host's rules. */
  private decided(
    path: readonly Station[],
    tool: ToolDefinition,
    decision: PolicyDecision,
  ): readonly Station[] {
    const { ends, open } = foretoldAuthorization(decision, tool, this.policy.hasRuleProvider);
    return path.map((station) =>
      station.kind === 'authorize'
        ? { ...station, description: { ...station.description, ends, open } }
        : station,
    );
  }

  private decide(tool: ToolDefinition, context: ToolContext): Awaitable<PolicyDecision> {
    if (this.isPreview) return foretellDecision(this.policy, tool, context);
    try {
      const decision = this.policy.decide({ context, tool, purpose: 'list' });
      return isPromiseLike(decision)
        ? decision.then(undefined, () => undecidedPolicy(tool))
        : decision;
    } catch {
      return undecidedPolicy(tool);
    }
  }

  private get isPreview(): boolean {
    return isPreviewApplication(this.moduleRef);
  }
}

/** A step asks collaborators that a host may have replaced; one that fails must not hide the others. */
function describeStep(
  step: InvocationStep,
  tool: ToolDefinition,
  context: ToolContext,
): StepDescription {
  try {
    return step.describe(tool, context);
  } catch (error) {
    return conditional(stepUnreadable(step.kind, faultSummary(error).split('\n', 1)[0]!));
  }
}

function stateOf(isWired: boolean): WiringState {
  return isWired ? 'present' : 'absent';
}
