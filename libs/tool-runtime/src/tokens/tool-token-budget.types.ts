import type { ToolDefinition } from '../registry/tool-definition.js';

/** How much room tools get. */
export interface BudgetOptions {
  /** The share of the model's context window that tools may take, above 0 and at most 1. @default `tokens.reserve` of the options, 0.3 */
  readonly reserve?: number;
}

/** Which tools matter most. */
export interface SelectionOptions extends BudgetOptions {
  /** Names of tools to take first, in this order. */
  readonly priority?: readonly string[];
}

/** The tools for one request to a model. */
export interface ToolSelection {
  /** What fits: the tools of `priority` first, then the others in the order they were registered. */
  readonly tools: readonly ToolDefinition[];
  /** Names of the tools that the caller could call and that do not fit. */
  readonly excluded: readonly string[];
  /** What {@link tools} take, tokens. */
  readonly tokensUsed: number;
  /** What tools may take, tokens. */
  readonly budget: number;
  /** Names in `priority` that are no tool the caller can call. */
  readonly unknownPriority: readonly string[];
  /** False when no context window is known for the model, and `tokens.unknownModelLimit` was assumed. */
  readonly modelKnown: boolean;
}

/** Whether all tools of a caller fit. */
export interface ToolBudgetCheck {
  readonly fits: boolean;
  /** What all tools take, tokens. */
  readonly used: number;
  /** What tools may take, tokens. */
  readonly budget: number;
  /** `used` in per cent of `budget`, two decimals. */
  readonly percent: number;
  /** Tokens over the budget; 0 when everything fits. */
  readonly overflow: number;
  /** The model's context window, tokens. */
  readonly contextLimit: number;
  /** False when no context window is known for the model, and `tokens.unknownModelLimit` was assumed. */
  readonly modelKnown: boolean;
  /** The share of the window that was applied. */
  readonly reserve: number;
}

/** What one tool takes. */
export interface ToolTokens {
  readonly name: string;
  /** Tokens of the tool's JSON: name, texts, schemas and hints. */
  readonly tokens: number;
}
