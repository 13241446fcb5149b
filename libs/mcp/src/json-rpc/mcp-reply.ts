import type { JsonRpcErrorObject, JsonRpcId, JsonRpcResponse } from './json-rpc.types.js';
import type { RenderedResult } from './rendered-result.js';

/**
 * Where an error arose, which decides its HTTP status: `envelope` before any handler was chosen (400, or 404 for an unknown modern
 * method), `handler` afterwards (200, in band).
 */
export type McpErrorOrigin = 'envelope' | 'handler';

/**
 * The answer to one request, on its way to a transport. A result that was rendered at boot travels as text, so that nothing is
 * serialised again.
 */
export type McpReply =
  | { readonly id: JsonRpcId; readonly result: Readonly<Record<string, unknown>> }
  | {
      readonly id: JsonRpcId;
      readonly resultJson: string;
      /** The same result, when it is kept to be sent again. */
      readonly rendered?: RenderedResult;
    }
  | {
      readonly id: JsonRpcId | undefined;
      readonly error: JsonRpcErrorObject;
      readonly origin: McpErrorOrigin;
      /** HTTP status the error asks for, where it is not the usual one. */
      readonly status?: number;
      /** Further HTTP headers, such as `WWW-Authenticate`. */
      readonly headers?: Readonly<Record<string, string>>;
    };

/** The JSON text of a reply, on one line. */
export function serializeReply(reply: McpReply): string {
  if ('resultJson' in reply) return `${responseHead(reply.id)}${reply.resultJson}}`;
  return JSON.stringify(toResponse(reply));
}

/** The JSON text of a response up to its result; a brace ends it. */
export function responseHead(id: JsonRpcId): string {
  return `{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : JSON.stringify(id)},"result":`;
}

/** The reply as a plain object. */
export function toResponse(reply: McpReply): JsonRpcResponse {
  if ('error' in reply) {
    const { id, error } = reply;
    return id === undefined ? { jsonrpc: '2.0', error } : { jsonrpc: '2.0', id, error };
  }
  const { id } = reply;
  const result =
    'resultJson' in reply
      ? (JSON.parse(reply.resultJson) as Readonly<Record<string, unknown>>)
      : reply.result;
  return { jsonrpc: '2.0', id, result };
}
