import { InvocationPlanBuilder } from '@toolgate/tool-runtime';
import type {
  InvocationStepKind,
  InvocationStepPresence,
  PlanVerdict,
  ToolContext,
} from '@toolgate/tool-runtime';
import type { CallProspect } from './call-prospect.js';
import { checkOf } from './denial-check.js';
import type { DenialCheck } from './denial-check.js';
import { foretell, tryOut } from './foretell.js';
import * as messages from './testing.messages.js';
import { ToolExpectationError } from './tool-expectation.error.js';
import { existingTool, fromRuntime } from './tool-test-source.js';
import type { ToolsUnderTest } from './tool-test-source.js';

/**
 * What is expected to become of a call of one tool by one caller. Nothing here ever runs the tool: without arguments the call is foretold from
 * its plan; with arguments it is made in plan mode, which passes every check there is, takes from the budget what a plan costs, and stops
 * before the tool.
 *
 * Every expectation is asynchronous: await it, or it cannot fail the test. All of them throw {@link ToolExpectationError}, when they do not hold
 * and when there is no such tool.
 */
export class ToolExpectation {
  constructor(
    private readonly tools: ToolsUnderTest,
    private readonly name: string,
    private readonly context: ToolContext,
    private readonly attempt?: { readonly args: unknown },
  ) {}

  /** With these arguments, so that everything which depends on them is decided: validation, the host's rules, the tool's guards. */
  with(args: unknown): ToolExpectation {
    return new ToolExpectation(this.tools, this.name, this.context, { args });
  }

  /** Nobody refuses the caller, who may still have to confirm or to wait for an approval. Guards count, so a tool that has any needs {@link with}. */
  async toBeAllowed(): Promise<void> {
    const prospect = await this.prospect();
    const { end, grounds } = prospect;
    const unasked = grounds.how === 'foretold' ? grounds.guards : [];
    const isAllowed = end === 'runs' || end === 'asks' || end === 'waits';
    if (isAllowed && unasked.length === 0) return;
    const hint = isAllowed ? messages.guardsUnasked(unasked) : undefined;
    const expected = isAllowed ? 'to be allowed by everybody' : 'to be allowed';
    this.fail(expected, prospect, hint);
  }

  /** Somebody refuses the caller. Say who with {@link toBeDeniedBy}: a test that does not passes for reasons nobody thought of. */
  async toBeDenied(): Promise<void> {
    const prospect = await this.prospect();
    if (prospect.end !== 'denied') this.fail('to be denied', prospect, hintFor(prospect));
  }

  /**
   * Exactly this check refuses the caller: `authentication`, the `scope`s of the tool, a `rule` of the host's, the policy of the `channel`, or a
   * `guard` of the tool, which is asked with arguments only. A check that broke down refuses as well, but does not count.
   */
  async toBeDeniedBy(check: DenialCheck): Promise<void> {
    const prospect = await this.prospect();
    if (prospect.end === 'denied' && checkOf(prospect.reasonCode) === check) return;
    this.fail(messages.deniedBy(check), prospect, hintFor(prospect));
  }

  /** The first call is answered with a token, and only a second call with it would run. */
  async toNeedConfirmation(): Promise<void> {
    const prospect = await this.prospect();
    if (prospect.end !== 'asks') this.fail('to need confirmation', prospect);
  }

  /**
   * The first call waits for an approval, and only a second call with its `verification_id` would run. A tool with a `when` needs {@link with}; one that
   * asks for a confirmation first needs that before.
   */
  async toNeedApproval(): Promise<void> {
    const prospect = await this.prospect();
    if (prospect.end !== 'waits') this.fail('to need an approval', prospect);
  }

  /** The tool is in the caller's listing. */
  async toBeVisible(): Promise<void> {
    if (await this.isListed()) return;
    const { hidden } = existingTool(this.tools, this.name);
    const reason = hidden ? messages.DECLARED_HIDDEN : await this.whyRefused();
    throw new ToolExpectationError(messages.visibility(this.name, this.context, 'visible', reason));
  }

  /** The tool exists, and is not in the caller's listing. */
  async toBeHidden(): Promise<void> {
    if (!(await this.isListed())) return;
    throw new ToolExpectationError(
      messages.visibility(this.name, this.context, 'hidden', await this.whyListed()),
    );
  }

  /**
   * The plan of the call says so. Needs an application, not a registry alone.
   * @param outcome how the call would end
   * @param presences how much some of its steps matter, by name of the step; a step that is not named may be anything
   */
  async toBePlannedAs(
    outcome: PlanVerdict['outcome'],
    presences: Readonly<Partial<Record<InvocationStepKind, InvocationStepPresence>>> = {},
  ): Promise<void> {
    if (this.attempt) throw new ToolExpectationError(messages.PLAN_WITHOUT_ARGUMENTS);
    if (!this.tools.app) throw new ToolExpectationError(messages.PLAN_NEEDS_APPLICATION);
    const builder = fromRuntime(this.tools.app, InvocationPlanBuilder);
    const { verdict, steps } = await builder.build(this.tool(), this.context);
    const differences: string[] = [];
    if (verdict.outcome !== outcome)
      differences.push(messages.otherVerdict(outcome, verdict.outcome, verdict.message));
    const planned = new Map<string, (typeof steps)[number]>(steps.map((step) => [step.kind, step]));
    for (const [kind, presence] of Object.entries(presences)) {
      const step = planned.get(kind);
      if (!step) differences.push(messages.unknownStep(kind, [...planned.keys()]));
      else if (step.presence !== presence)
        differences.push(messages.otherPresence(kind, presence, step.presence, step.source));
    }
    if (differences.length > 0)
      throw new ToolExpectationError(messages.otherPlan(this.name, this.context, differences));
  }

  private tool() {
    return existingTool(this.tools, this.name);
  }

  private prospect(): Promise<CallProspect> {
    const tool = this.tool();
    const { registry, app } = this.tools;
    if (this.attempt) return tryOut(registry, tool, this.attempt.args, this.context);
    if (!app) throw new ToolExpectationError(messages.REGISTRY_ALONE);
    return foretell(app, tool, this.context);
  }

  private async isListed(): Promise<boolean> {
    const { name } = this.tool();
    const listed = await this.tools.registry.listFor(this.context, { prefix: name });
    return listed.some((tool) => tool.name === name);
  }

  private async whyRefused(): Promise<string> {
    const { app } = this.tools;
    if (!app) return messages.NOT_DECIDED_HERE;
    const { message } = await foretell(app, this.tool(), this.context);
    return message;
  }

  private async whyListed(): Promise<string> {
    const { app } = this.tools;
    if (!app) return messages.MAY_CALL;
    const { end } = await foretell(app, this.tool(), this.context);
    return end === 'denied' ? messages.LISTED_ANYWAY : messages.MAY_CALL;
  }

  private fail(expected: string, prospect: CallProspect, hint?: string): never {
    throw new ToolExpectationError(
      messages.unmetExpectation(this.name, this.context, expected, prospect, hint),
    );
  }
}

/** What was foretold may come out differently once there are arguments to look at. */
function hintFor({ end, grounds }: CallProspect): string | undefined {
  if (grounds.how !== 'foretold' || end === 'denied') return undefined;
  if (grounds.guards.length > 0) return messages.guardsUnasked(grounds.guards);
  return grounds.dependsOn.includes('authorize')
    ? messages.RULES_ASKED_WITHOUT_ARGUMENTS
    : undefined;
}
