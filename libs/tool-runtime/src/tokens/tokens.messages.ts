import { escapeForLine } from '../common/escape-for-line.js';
import type { ToolBudgetCheck, ToolTokens } from './tool-token-budget.types.js';

const LISTED = 10;

export const tokenizerMissing = () =>
  'GptTokenizerEstimator.create: the package gpt-tokenizer is not installed. Run "npm install gpt-tokenizer@3", or leave the TokenEstimator to its default, which needs no package.';

export const unknownEncoding = (encoding: unknown, known: readonly string[]) =>
  `GptTokenizerEstimator.create: there is no encoding ${JSON.stringify(encoding) ?? String(encoding)}. Known: ${known.join(', ')}.`;

export const badReserve = (reserve: unknown) =>
  `ToolTokenBudget: reserve must be a number above 0 and at most 1, the share of the context window that tools may take, got ${String(reserve)}.`;

export const badEstimate = (tool: string, estimate: unknown) =>
  `The TokenEstimator counted ${String(estimate)} tokens for the tool "${tool}". It must return a finite number of at least 0.`;

const percent = (fraction: number) => `${Number((fraction * 100).toFixed(2))}%`;

/** Everything about one caller's tools and one model, for a person to read. */
export function usageReport(
  model: string,
  {
    fits,
    used,
    budget,
    overflow,
    percent: usage,
    contextLimit,
    modelKnown,
    reserve,
  }: ToolBudgetCheck,
  tools: readonly ToolTokens[],
): string {
  const largest = tools.toSorted((one, other) => other.tokens - one.tokens).slice(0, LISTED);
  return [
    '=== Token Usage Report ===',
    `Model: ${escapeForLine(model, 100)}`,
    `Context Limit: ${contextLimit} tokens${modelKnown ? '' : ' (assumed: the model is unknown; name it in tokens.limits)'}`,
    `Tool Budget (${percent(reserve)}): ${budget} tokens`,
    `Tools Callable: ${tools.length}`,
    `Tokens Used: ${used} tokens`,
    `Budget Usage: ${usage}%`,
    `Status: ${fits ? '✓ Within budget' : `⚠ OVER BUDGET by ${overflow} tokens`}`,
    '',
    `Top ${LISTED} Tools by Token Usage:`,
    ...largest.map(({ name, tokens }) => `  - ${escapeForLine(name, 100)}: ${tokens} tokens`),
  ].join('\n');
}
