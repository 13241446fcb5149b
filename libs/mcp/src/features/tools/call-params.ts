import type { ToolContextMode } from '@toolgate/tool-runtime';
import type { McpRequest } from '../../json-rpc/mcp-request.js';
import { isObject } from '../../protocol/message.reader.js';
import { MODE_KEY } from '../../protocol/meta-keys.js';

/** What a `tools/call` asks for. */
export interface CallParams {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly mode: ToolContextMode;
}

const NO_ARGUMENTS: Readonly<Record<string, unknown>> = Object.freeze({});

/** @returns the parameters, or one sentence about what is wrong with them */
export function readCallParams({ params, meta }: McpRequest): CallParams | string {
  const { name, arguments: args } = params;
  if (typeof name !== 'string' || name === '') return '"name" is required';
  if (args !== undefined && !isObject(args)) return '"arguments" must be an object';
  const mode = meta[MODE_KEY];
  // A mode that is not known must not run the tool.
  if (mode !== undefined && mode !== 'plan' && mode !== 'execute')
    return `_meta["${MODE_KEY}"] must be "plan" or "execute"`;
  return { name, args: args ?? NO_ARGUMENTS, mode: mode ?? 'execute' };
}
