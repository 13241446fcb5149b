import { ToolResultCode } from '@toolgate/tool-runtime';
import type { ToolResult } from '@toolgate/tool-runtime';
import { failure, invalidParams } from '../../json-rpc/mcp-failures.js';
import type { McpReply } from '../../json-rpc/mcp-reply.js';
import type { McpRequest } from '../../json-rpc/mcp-request.js';
import { McpErrorCode } from '../../protocol/error-codes.js';

/** Codes of results that say whose fault it is; any other is the server's. */
const CODES: ReadonlyMap<string | undefined, number> = new Map([
  [ToolResultCode.FORBIDDEN, McpErrorCode.FORBIDDEN],
  [ToolResultCode.UNAUTHORIZED, McpErrorCode.FORBIDDEN],
  [ToolResultCode.BLOCKED, McpErrorCode.FORBIDDEN],
  [ToolResultCode.RATE_LIMITED, McpErrorCode.RATE_LIMITED],
  [ToolResultCode.UNAVAILABLE, McpErrorCode.UNAVAILABLE],
  [ToolResultCode.TIMEOUT, McpErrorCode.TIMEOUT],
]);
const BAD_PARAMS: ReadonlySet<string | undefined> = new Set([
  ToolResultCode.VALIDATION_ERROR,
  ToolResultCode.NOT_FOUND,
  // It went away while the request was on its way.
  ToolResultCode.TOOL_NOT_FOUND,
]);
const MEANT_FOR_CLIENT = ['code', 'reason_code', 'retry_after_seconds', 'request_id', 'issues'];

/**
 * How a governed call that came to nothing is told where the protocol has no result that says so, which only `tools/call` has: as a JSON-RPC error, the same in both eras.
 * `data` has the code of the runtime, and the id under which the call stands in audit trail and log.
 */
export function refusedCall(request: McpRequest, result: ToolResult): McpReply {
  const { code, error, meta } = result;
  const data = Object.fromEntries(
    MEANT_FOR_CLIENT.flatMap((name) => (meta[name] === undefined ? [] : [[name, meta[name]]])),
  );
  if (result.success)
    return failure(request, McpErrorCode.INTERNAL_ERROR, unanswerable(result.type), { data });
  const text = error ?? 'It failed without saying why.';
  if (BAD_PARAMS.has(code)) return invalidParams(request, text, data);
  return failure(request, CODES.get(code) ?? McpErrorCode.INTERNAL_ERROR, text, { data });
}

/** A confirmation or a plan, which a policy gate of the host's own may have asked for. */
function unanswerable(type: string): string {
  return `The call ended with a ${type}, which the protocol can answer only to tools/call.`;
}
