import { settle } from '../../common/awaitable.js';
import type { Awaitable } from '../../common/awaitable.js';
import type { PolicyGate } from '../../policy/policy-gate.js';
import type { BudgetVerdict, ToolBudget } from '../../rate-limit/tool-budget.js';
import type { ToolDefinition } from '../../registry/tool-definition.js';
import { ToolResult } from '../../result/tool-result.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { active, skipped } from '../step.descriptions.js';
import { askStore } from '../store-access.js';

/**
 * Refuses a call whose caller has used up the budget for this tool.
 *
 * Plans, confirmation requests and wrong tokens pay the read cost; only the call that will execute pays the tool's own.
 */
export class RateLimitStep implements InvocationStep {
  readonly kind = 'rate_limit';
  readonly role = 'guard';

  constructor(
    private readonly budget: ToolBudget,
    private readonly policy: PolicyGate,
  ) {}

  describe(tool: ToolDefinition) {
    if (!this.budget.isWired) return skipped('no rate limiter is wired');
    if (!tool.rateLimit) return skipped('the tool has no limit');
    const { limit, windowMs, cost } = tool.rateLimit;
    return active(`${limit} units per ${windowMs} ms and caller; an executed call costs ${cost}`, {
      limit,
      windowMs,
      cost,
      mutating: tool.mutating,
    });
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

  private willExecute({ context, tool, redemption }: Invocation): boolean {
    if (context.mode === 'plan') return false;
    if (redemption) return redemption.status === 'pending';
    return !this.policy.requiresConfirmation(context, tool);
  }
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
