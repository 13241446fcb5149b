import { sha256 } from '../common/canonical-json.js';
import { injectiveKey } from '../common/injective-key.js';
import type { ToolContext } from '../context/tool-context.js';

/** Longer keys are hashed, so that the memory of a limiter does not depend on how long a principal's name is. */
const LONGEST_PLAIN_KEY = 160;

/** Who pays for what, as a key: different (channel, principal, tool) never share one, wherever the separators are. */
export function budgetKey(context: ToolContext, tool: string): string {
  const key = injectiveKey([context.channel, context.principal, tool]);
  return key.length > LONGEST_PLAIN_KEY ? `sha256-${sha256(key)}` : key;
}

/** The same for people to read: `channel:principal:tool`, the principal empty for an anonymous caller. Not unique. */
export function budgetName(context: ToolContext, tool: string): string {
  return `${context.channel}:${context.principal ?? ''}:${tool}`;
}
