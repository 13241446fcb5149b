import { Inject, Injectable, Optional } from '@nestjs/common';
import { settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';
import type { RateLimitRule, ToolDefinition } from '../registry/tool-definition.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import { budgetKey, budgetName } from './budget-key.js';
import { rateLimitExceeded } from './rate-limit.messages.js';
import { RateLimiter } from './rate-limiter.js';
import type { RateLimitVerdict } from './rate-limiter.js';

/** What a budget is used for: `read` to plan a call or to ask for its confirmation, `execute` to make it. */
export type BudgetUse = 'read' | 'execute';

/** The facts a budget needs of a tool. */
export type BudgetedTool = Pick<ToolDefinition, 'name' | 'rateLimit'>;

/** Whether the caller may go on. */
export type BudgetVerdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      /** For the caller to read. */
      readonly message: string;
      /** Milliseconds until the same use can succeed; `Infinity` when it never can. */
      readonly retryAfterMs: number;
      /** The same in whole seconds, rounded up; `null` when it never can. */
      readonly retryAfterSeconds: number | null;
    };

const WITHIN: BudgetVerdict = Object.freeze({ allowed: true });

/**
 * What each caller may still spend on each tool. The pipeline and {@link ToolRateLimitGuard} ask this one service, so a tool and a route
 * that shares its name share its budget.
 */
@Injectable()
export class ToolBudget {
  constructor(
    @Inject(TOOL_RUNTIME_OPTIONS) protected readonly options: ResolvedToolRuntimeOptions,
    @Optional() @Inject(RateLimiter) protected readonly limiter?: RateLimiter,
  ) {}

  /** False when nothing is counted: no limiter is provided, or `rateLimit: false` gives no tool a budget. */
  get isWired(): boolean {
    return this.limiter !== undefined && this.options.rateLimit !== false;
  }

  /** What a use costs. A read is never dearer than the execution it prepares. */
  costOf(rule: RateLimitRule, use: BudgetUse): number {
    if (use === 'execute' || this.options.rateLimit === false) return rule.cost;
    return Math.min(this.options.rateLimit.readCost, rule.cost);
  }

  /** Takes the cost of one use from the caller's budget, or refuses it and takes nothing. Synchronous when the limiter is. */
  consume(context: ToolContext, tool: BudgetedTool, use: BudgetUse): Awaitable<BudgetVerdict> {
    const rule = tool.rateLimit;
    if (!this.limiter || !rule) return WITHIN;
    const verdict = this.limiter.consume(this.keyOf(context, tool), this.costOf(rule, use), rule);
    return settle(verdict, (settled) =>
      settled.allowed ? WITHIN : this.refuse(context, tool, rule, settled),
    );
  }

  /** Whose budget it is. Override it to count by tenant or by address instead of by principal. */
  protected keyOf(context: ToolContext, tool: BudgetedTool): string {
    return budgetKey(context, tool.name);
  }

  private refuse(
    context: ToolContext,
    tool: BudgetedTool,
    rule: RateLimitRule,
    { retryAfterMs }: RateLimitVerdict,
  ): BudgetVerdict {
    return {
      allowed: false,
      message: rateLimitExceeded(budgetName(context, tool.name), rule),
      retryAfterMs,
      retryAfterSeconds: Number.isFinite(retryAfterMs) ? Math.ceil(retryAfterMs / 1000) : null,
    };
  }
}
