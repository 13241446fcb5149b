import type { INestApplicationContext } from '@nestjs/common';
import { InvocationPlanBuilder } from '@toolgate/tool-runtime';
import type { InvocationPlan, JsonObject, PlannedStep, ToolContext } from '@toolgate/tool-runtime';
import { existingTool, fromRuntime, toolsOf } from './tool-test-source.js';

/** What a plan says that a change of the host, and nothing else, can change. Plain JSON. */
export interface PlanSnapshot {
  readonly tool: string;
  readonly caller: {
    readonly principal: string | null;
    readonly channel: string;
    /** In alphabetical order. */
    readonly scopes: readonly string[];
    readonly mode: string;
  };
  readonly wiring: InvocationPlan['wiring'];
  readonly verdict: {
    readonly outcome: string;
    readonly reasonCode?: string;
    readonly dependsOn: readonly string[];
  };
  /** In the order a call passes them. */
  readonly steps: readonly (Pick<
    PlannedStep,
    'kind' | 'role' | 'presence' | 'blocking' | 'mutates' | 'wraps'
  > & { readonly facts: JsonObject })[];
}

/**
 * The plan of a call as an object to keep in a snapshot: schema, scopes, limits, guards and deadlines of a tool, and how this caller's call
 * would end. It changes when one of them does. The sentences of a plan are left out, because a release of the runtime may word them better.
 *
 * @param source the application or testing module
 * @throws ToolExpectationError when there is no such tool, or no runtime
 *
 * @example
 * ```ts
 * expect(await planSnapshot(app, 'refund_order', asPerson('user:1', ['orders:refund']))).toMatchSnapshot();
 * ```
 */
export async function planSnapshot(
  source: INestApplicationContext | { readonly app: INestApplicationContext },
  tool: string,
  context: ToolContext,
): Promise<PlanSnapshot> {
  const app = 'app' in source ? source.app : source;
  const definition = existingTool(toolsOf(app), tool);
  const plan = await fromRuntime(app, InvocationPlanBuilder).build(definition, context);
  const { channel, wiring, verdict, steps } = plan;
  const { actor, scopes, mode } = plan.context;
  const { outcome, reasonCode, depends_on: dependsOn } = verdict;
  const snapshot: PlanSnapshot = {
    tool: plan.operation,
    caller: { principal: actor, channel, scopes: [...scopes].sort(), mode },
    wiring,
    verdict: { outcome, ...(reasonCode === undefined ? {} : { reasonCode }), dependsOn },
    steps: steps.map(({ kind, role, presence, blocking, mutates, wraps, facts }) => ({
      kind,
      role,
      presence,
      blocking,
      mutates,
      wraps,
      facts: stableFacts(facts),
    })),
  };
  return JSON.parse(JSON.stringify(snapshot)) as PlanSnapshot;
}

/** What the gate decided is in the verdict; here it would only repeat its sentence. Scopes are a set. */
function stableFacts(facts: PlannedStep['facts']): JsonObject {
  const { staticDecision: _decided, ...stable } = facts;
  const { scopesHeld } = stable;
  return {
    ...stable,
    ...(Array.isArray(scopesHeld) ? { scopesHeld: [...(scopesHeld as string[])].sort() } : {}),
  } as JsonObject;
}
