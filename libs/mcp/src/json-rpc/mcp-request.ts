import type { ToolContext } from '@toolgate/tool-runtime';
import type { McpCodec } from '../protocol/mcp-codec.js';
import type { JsonRpcId, JsonRpcRequest } from './json-rpc.types.js';
import type { McpExchange } from './mcp-exchange.js';
import { isObject } from '../protocol/message.reader.js';

/** Parameters of a message; empty when it has none. */
export type McpParams = Readonly<Record<string, unknown>>;

const NOTHING: McpParams = Object.freeze({});

/** One request on its way to the method that answers it. */
export class McpRequest {
  readonly id: JsonRpcId;
  readonly method: string;
  readonly params: McpParams;
  /** `params._meta`. */
  readonly meta: McpParams;
  /** What a listener of `mcp.request` answered, for methods that must ask somebody else before they pass it on. */
  offered: { readonly result: unknown } | undefined = undefined;

  constructor(
    message: JsonRpcRequest,
    readonly codec: McpCodec,
    /** Protocol version this request is served in. */
    readonly version: string,
    /** Who asks, as the transport found out. */
    readonly context: ToolContext,
    readonly exchange: McpExchange,
  ) {
    this.id = message.id;
    this.method = message.method;
    this.params = message.params ?? NOTHING;
    const { _meta: meta } = this.params;
    this.meta = isObject(meta) ? meta : NOTHING;
  }
}

/** One notification of a client. */
export interface McpNotification {
  readonly method: string;
  readonly params: McpParams;
  readonly codec: McpCodec;
  readonly context: ToolContext;
  readonly exchange: McpExchange;
}

/** Makes a notification of a message. */
export function mcpNotification(
  message: { readonly method: string; readonly params?: McpParams },
  codec: McpCodec,
  context: ToolContext,
  exchange: McpExchange,
): McpNotification {
  return { method: message.method, params: message.params ?? NOTHING, codec, context, exchange };
}
