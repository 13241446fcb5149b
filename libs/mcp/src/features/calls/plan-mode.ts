import type { McpParams } from '../../json-rpc/mcp-request.js';
import { MODE_KEY } from '../../protocol/meta-keys.js';

/** Why a request cannot be served in the mode it asks for, where there is nothing to plan; undefined when it can. */
export function planProblem(meta: McpParams): string | undefined {
  const mode = meta[MODE_KEY];
  // Whoever asks for a plan, or for something that is not known, must not get the real thing.
  return mode === undefined || mode === 'execute'
    ? undefined
    : `_meta["${MODE_KEY}"] is for tools/call; here it can only be "execute"`;
}
