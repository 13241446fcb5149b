import type { McpRequest } from '../../json-rpc/mcp-request.js';

/** Elsewhere the signal of the exchange says it: a modern HTTP client hangs up, and standard input knows which requests are its own. */
export function isCancelledByMessage({ codec, exchange: { transport } }: McpRequest): boolean {
  return transport === 'direct' || (transport === 'http' && codec.era === 'legacy');
}
