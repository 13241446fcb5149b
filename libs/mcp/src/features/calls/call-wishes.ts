import type { JsonRpcId } from '../../json-rpc/json-rpc.types.js';
import type { McpRequest } from '../../json-rpc/mcp-request.js';
import { DEFAULT_LEGACY_LOG_LEVEL } from '../../protocol/log-levels.js';
import { isJsonRpcId } from '../../protocol/message.reader.js';
import { LOG_LEVEL_KEY } from '../../protocol/meta-keys.js';

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
