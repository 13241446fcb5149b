import type { ToolContextMode } from '@toolgate/tool-runtime';
import type { JsonRpcId } from '../../json-rpc/json-rpc.types.js';
import type { McpRequest } from '../../json-rpc/mcp-request.js';
import { DEFAULT_LEGACY_LOG_LEVEL } from '../../protocol/log-levels.js';
import { isJsonRpcId, isObject } from '../../protocol/message.reader.js';
import { LOG_LEVEL_KEY, MODE_KEY } from '../../protocol/meta-keys.js';

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

/** The token under which the client wants progress. */
export function progressTokenOf({ meta }: McpRequest): JsonRpcId | undefined {
  const { progressToken } = meta;
  return isJsonRpcId(progressToken) ? progressToken : undefined;
}

/** Modern clients get log messages only when this request asks for them; legacy ones unless their session asks for fewer. */
export function logLevelOf({ codec, meta, exchange }: McpRequest): string | undefined {
  if (codec.era === 'legacy') return exchange.session?.logLevel ?? DEFAULT_LEGACY_LOG_LEVEL;
  const level = meta[LOG_LEVEL_KEY];
  return typeof level === 'string' ? level : undefined;
}
