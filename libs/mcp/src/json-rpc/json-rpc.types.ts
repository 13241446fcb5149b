/** Echoed with its type: `1` and `"1"` are different ids, and `0` and `""` are ids. */
export type JsonRpcId = string | number;

/** A message that is answered with exactly one response (JSON-RPC 2.0, section 4). */
export interface JsonRpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: JsonRpcId;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A message without an `id` member; it is never answered. */
export interface JsonRpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Why a request failed (JSON-RPC 2.0, section 5.1). */
export interface JsonRpcErrorObject {
  readonly code: number;
  /** One short sentence, safe to show. */
  readonly message: string;
  readonly data?: unknown;
}

/** The answer to a request that succeeded. MCP's results are objects. */
export interface JsonRpcSuccess {
  readonly jsonrpc: '2.0';
  readonly id: JsonRpcId;
  readonly result: Readonly<Record<string, unknown>>;
}

/** Without `id` when the request's own could not be read: MCP's schema has no null ids. */
export interface JsonRpcFailure {
  readonly jsonrpc: '2.0';
  readonly id?: JsonRpcId;
  readonly error: JsonRpcErrorObject;
}

/** The answer to a request. */
export type JsonRpcResponse = JsonRpcSuccess | JsonRpcFailure;
