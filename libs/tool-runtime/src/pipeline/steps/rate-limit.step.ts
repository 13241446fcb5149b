import { settle } from '../../common/awaitable.js';
import type { Awaitable } from '../../common/awaitable.js';
import type { ToolContext, ToolContextMode } from '../../context/tool-context.js';
import type { PolicyGate } from '../../policy/policy-gate.js';
import type { BudgetVerdict, ToolBudget } from '../../rate-limit/tool-budget.js';
import type { ToolDefinition } from '../../registry/tool-definition.js';
import { ToolResult } from '../../result/tool-result.js';
import { rerun } from '../../context/tool-context.js';
import { asksPerson } from '../asks-person.js';
import { needsApproval } from '../approval-need.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { active, dormant, skipped } from '../step.descriptions.js';
import { askStore } from '../store-access.js';

/**
 * Refuses a call whose caller has used up the budget for this tool.
 *
 * Plans, requests for a confirmation or an approval, and wrong tokens pay the read cost; only the call that will execute pays the tool's own.
 */
export class RateLimitStep implements InvocationStep {
  readonly kind = 'rate_limit';
  readonly role = 'guard';

  constructor(
    private readonly budget: ToolBudget,
    private readonly policy: PolicyGate,
    private readonly elicits: boolean,
  ) {}

  describe(tool: ToolDefinition, context: ToolContext) {
    if (!this.budget.isWired) return skipped('No rate limiter is wired.');
    if (!tool.rateLimit) return dormant('The tool has opted out of the budget (rateLimit: false).');
    const { limit, windowMs } = tool.rateLimit;
    const waits = tool.approval !== undefined && tool.approval.when === undefined;
    const executes = this.executesAtOnce(context, tool) && !waits;
    const cost = this.budget.costOf(tool.rateLimit, executes ? 'execute' : 'read');
    const executeCost = this.budget.costOf(tool.rateLimit, 'execute');
    return active(
      `Each caller has ${limit} units per ${windowMs} ms for this tool, and ${priceOf(cost, executeCost, context.mode, waits)}.`,
      {
        limit,
        windowMs,
        use: executes ? 'execute' : 'read',
        cost,
        executeCost,
        mutating: tool.mutating,
      },
    );
  }

  run(invocation: Invocation): Awaitable<ToolResult | void> {
    const { context, tool } = invocation;
    if (!tool.rateLimit) return;
    const use = this.willExecute(invocation) ? 'execute' : 'read';
    return settle(
      askStore('rate_limiter', () => this.budget.consume(context, tool, use)),
      (verdict) => refuseIfSpent(invocation, verdict),
    );
  }

  private willExecute(invocation: Invocation): boolean {
    const { context, tool, redemption, approval } = invocation;
    if (approval?.found) return approval.found.found && approval.found.record.stage === 'granted';
    const { suspends, isResumed } = rerun(context);
    const asks = !redemption && asksPerson(context, tool, this.policy, this.elicits);
    // Of the runs of one call, the one that goes past the confirmation pays.
    if (asks) return (!suspends || isResumed) && !needsApproval(invocation);
    // The first run has paid for what goes on here.
    if (isResumed) return false;
    const isReady = redemption
      ? redemption.status === 'pending'
      : this.executesAtOnce(context, tool);
    return isReady && !needsApproval(invocation);
  }

  /** True when a call without a token is neither a plan nor a request for confirmation. */
  private executesAtOnce(context: ToolContext, tool: ToolDefinition): boolean {
    return context.mode !== 'plan' && !this.policy.requiresConfirmation(context, tool);
  }
}

function priceOf(cost: number, executeCost: number, mode: ToolContextMode, waits: boolean): string {
  if (mode === 'plan') return `a plan costs ${cost}`;
  if (waits && cost !== executeCost)
    return `asking for the approval costs ${cost}, the approved call ${executeCost}`;
  return cost === executeCost
    ? `this call costs ${cost}`
    : `asking for the confirmation costs ${cost}, the confirmed call ${executeCost}`;
}

function refuseIfSpent(invocation: Invocation, verdict: BudgetVerdict): ToolResult | undefined {
  if (verdict.allowed) return undefined;
  return invocation.end(
    'rate_limited',
    ToolResult.error(verdict.message, null, {
      code: 'RATE_LIMITED',
      retry_after_seconds: verdict.retryAfterSeconds,
    }),
    'budget_spent',
  );
}
