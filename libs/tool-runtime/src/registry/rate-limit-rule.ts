import type { ToolOptions } from '../declaration/tool-options.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import type { RateLimitRule } from './tool-definition.js';

/** The budget of one tool: its own numbers where it has some, else the module's. Undefined where nothing is limited. */
export function rateLimitRule(
  { rateLimit, mutating = false }: Pick<ToolOptions, 'rateLimit' | 'mutating'>,
  { rateLimit: shared }: Pick<ResolvedToolRuntimeOptions, 'rateLimit'>,
): RateLimitRule | undefined {
  if (rateLimit === false || shared === false) return undefined;
  return Object.freeze({
    limit: rateLimit?.limit ?? shared.limit,
    windowMs: rateLimit?.windowMs ?? shared.windowMs,
    cost: rateLimit?.cost ?? (mutating ? shared.mutatingCost : shared.readCost),
  });
}
