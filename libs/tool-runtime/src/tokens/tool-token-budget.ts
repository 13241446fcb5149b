import { Inject, Injectable } from '@nestjs/common';
import { settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import { ToolListing } from '../registry/tool-listing.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import { ModelContextLimits } from './model-context-limits.js';
import type {
  BudgetOptions,
  SelectionOptions,
  ToolBudgetCheck,
  ToolSelection,
  ToolTokens,
} from './tool-token-budget.types.js';
import { ToolTokensCounter } from './tool-tokens.counter.js';
import { badReserve, usageReport } from './tokens.messages.js';

interface Room {
  readonly reserve: number;
  readonly contextLimit: number;
  readonly budget: number;
  readonly modelKnown: boolean;
}

/**
 * Keeps the tools that a model is told about within a share of its context window. Only what the caller could call is counted or
 * taken: a tool that would be refused is not worth a token.
 *
 * Every method is synchronous when the policy is.
 *
 * @example
 * ```ts
 * const { tools, excluded } = await budget.toolsWithinBudget(context, 'claude-sonnet-5', { priority: ['search_articles'] });
 * if (excluded.length > 0) logger.warn(`Left out: ${excluded.join(', ')}`);
 * ```
 */
@Injectable()
export class ToolTokenBudget {
  constructor(
    private readonly listing: ToolListing,
    private readonly counter: ToolTokensCounter,
    private readonly limits: ModelContextLimits,
    @Inject(TOOL_RUNTIME_OPTIONS)
    private readonly options: Pick<ResolvedToolRuntimeOptions, 'tokens'>,
  ) {}

  /**
   * The caller's tools that fit, the important ones first. A tool that does not fit is left out, and smaller ones after it are
   * still taken.
   * @param model name of the model, with or without its vendor and date
   * @throws RangeError when `reserve` is out of range
   */
  toolsWithinBudget(
    context: ToolContext,
    model: string,
    { priority = [], reserve }: SelectionOptions = {},
  ): Awaitable<ToolSelection> {
    const room = this.room(model, reserve);
    return settle(this.listing.callableBy(context), (tools) => this.select(tools, priority, room));
  }

  /**
   * Whether all of the caller's tools fit.
   * @throws RangeError when `reserve` is out of range
   */
  checkToolBudget(
    context: ToolContext,
    model: string,
    { reserve }: BudgetOptions = {},
  ): Awaitable<ToolBudgetCheck> {
    const room = this.room(model, reserve);
    return settle(this.listing.callableBy(context), (tools) => check(this.countAll(tools), room));
  }

  /** What each of the caller's tools takes, in the order they were registered. */
  tokensPerTool(context: ToolContext): Awaitable<readonly ToolTokens[]> {
    return settle(this.listing.callableBy(context), (tools) => this.countAll(tools));
  }

  /**
   * The same as plain text for a person: window, budget, usage, and the ten largest tools.
   * @throws RangeError when `reserve` is out of range
   */
  usageReport(
    context: ToolContext,
    model: string,
    { reserve }: BudgetOptions = {},
  ): Awaitable<string> {
    const room = this.room(model, reserve);
    return settle(this.tokensPerTool(context), (tools) =>
      usageReport(model, check(tools, room), tools),
    );
  }

  private select(
    tools: readonly ToolDefinition[],
    priority: readonly string[],
    { budget, modelKnown }: Room,
  ): ToolSelection {
    const { ordered, unknown } = prioritized(tools, priority);
    const taken: ToolDefinition[] = [];
    const excluded: string[] = [];
    let tokensUsed = 0;
    for (const tool of ordered) {
      const tokens = this.counter.count(tool);
      if (tokensUsed + tokens > budget) excluded.push(tool.name);
      else {
        taken.push(tool);
        tokensUsed += tokens;
      }
    }
    return { tools: taken, excluded, tokensUsed, budget, unknownPriority: unknown, modelKnown };
  }

  private countAll(tools: readonly ToolDefinition[]): readonly ToolTokens[] {
    return tools.map((tool) => ({ name: tool.name, tokens: this.counter.count(tool) }));
  }

  private room(model: string, reserve = this.options.tokens.reserve): Room {
    if (typeof reserve !== 'number' || !(reserve > 0 && reserve <= 1))
      throw new RangeError(badReserve(reserve));
    const { tokens, known } = this.limits.of(model);
    return {
      reserve,
      contextLimit: tokens,
      budget: Math.floor(tokens * reserve),
      modelKnown: known,
    };
  }
}

/** The named tools in the order they are named, then the rest; a name that is repeated counts once. */
function prioritized(tools: readonly ToolDefinition[], priority: readonly string[]) {
  const rest = new Map(tools.map((tool) => [tool.name, tool]));
  const first: ToolDefinition[] = [];
  const unknown: string[] = [];
  for (const name of new Set(priority)) {
    const tool = rest.get(name);
    if (tool) first.push(tool);
    else unknown.push(name);
    rest.delete(name);
  }
  return { ordered: [...first, ...rest.values()], unknown };
}

function check(tools: readonly ToolTokens[], room: Room): ToolBudgetCheck {
  const { budget, contextLimit, modelKnown, reserve } = room;
  const used = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    fits: used <= budget,
    used,
    budget,
    // The share of a very small window rounds down to nothing.
    percent: Math.round((used / Math.max(1, budget)) * 10_000) / 100,
    overflow: Math.max(0, used - budget),
    contextLimit,
    modelKnown,
    reserve,
  };
}
