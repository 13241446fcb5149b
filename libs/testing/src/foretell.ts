import type { INestApplicationContext } from '@nestjs/common';
import { InvocationPlanBuilder, ToolResultCode } from '@toolgate/tool-runtime';
import type {
  PlanVerdict,
  ToolContext,
  ToolDefinition,
  ToolRegistry,
} from '@toolgate/tool-runtime';
import type { CallProspect } from './call-prospect.js';
import { fromRuntime } from './tool-test-source.js';

/** What the plan of a call says. Runs nothing; the host's rules are asked without arguments. */
export async function foretell(
  app: INestApplicationContext,
  tool: ToolDefinition,
  context: ToolContext,
): Promise<CallProspect> {
  const builder = fromRuntime(app, InvocationPlanBuilder);
  // A call in plan mode never gets to the confirmation, and this is about the call that would be made.
  const verdict = await builder.verdictOf(tool, context.with({ mode: 'execute' }));
  const { outcome, reasonCode, message, depends_on: dependsOn } = verdict;
  const { guards } = tool.handler.enhancers;
  return {
    end: ENDS[outcome],
    ...(reasonCode === undefined ? {} : { reasonCode }),
    message,
    grounds: { how: 'foretold', dependsOn, guards },
  };
}

/** What becomes of a real call in plan mode: every check with these arguments, guards and budget included, but not the tool. */
export async function tryOut(
  registry: ToolRegistry,
  tool: ToolDefinition,
  args: unknown,
  context: ToolContext,
): Promise<CallProspect> {
  const result = await registry.call(tool.name, args, context.asPlan());
  const grounds = { how: 'tried' } as const;
  const plan = planOf(result.data);
  if (result.success && plan)
    return {
      end: plan.requires_confirmation ? 'asks' : plan.requires_verification ? 'waits' : 'runs',
      message: `Tool '${tool.name}' would run.`,
      grounds,
    };
  const message = result.error ?? result.message ?? 'The call said nothing.';
  if (result.code !== ToolResultCode.FORBIDDEN)
    return { end: 'stops', code: result.code ?? result.type, message, grounds };
  const reasonCode = String(result.meta['reason_code']);
  return { end: 'denied', reasonCode, message, grounds };
}

const ENDS: Readonly<Record<PlanVerdict['outcome'], CallProspect['end']>> = {
  denied: 'denied',
  planned: 'runs',
  confirmation_requested: 'asks',
  verification_requested: 'waits',
  executed: 'runs',
};

interface WouldBe {
  readonly requires_confirmation: boolean;
  readonly requires_verification?: boolean;
}

function planOf(data: unknown): WouldBe | undefined {
  return (data as { plan?: WouldBe } | null)?.plan;
}
