import type { JsonRpcId, JsonRpcNotification, JsonRpcRequest } from '../json-rpc/json-rpc.types.js';
import { RELATED_TASK_KEY } from './meta-keys.js';

/** What a message is by its form, before anybody asks what it means. */
export type MessageForm =
  | { readonly kind: 'request'; readonly message: JsonRpcRequest }
  | { readonly kind: 'notification'; readonly message: JsonRpcNotification }
  | { readonly kind: 'response' }
  | {
      readonly kind: 'invalid';
      /** The id of the message when it has one that can be echoed. */
      readonly id: JsonRpcId | undefined;
      /** One short sentence. */
      readonly reason: string;
      /** Whoever sent it expects no answer: it has a method and no id. */
      readonly silent: boolean;
    };

type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for what MCP allows as an id, and as a progress token: `0` and `""` are ids; fractions, null and numbers that lose digits are none. */
export function isJsonRpcId(value: unknown): value is JsonRpcId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/**
 * Reads one JSON-RPC 2.0 message. Members that the specification does not know make it invalid, as they do for the official SDK.
 * Batches are refused in every revision: 2025-06-18 abolished them, and one answer for all is easier to rely on.
 */
export function readMessage(body: unknown): MessageForm {
  if (!isObject(body))
    return Array.isArray(body)
      ? invalid(undefined, 'Batch requests are not supported', false)
      : invalid(undefined, 'Invalid Request: a message is one JSON object', false);
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== '2.0') return refuse(body, 'Invalid Request: "jsonrpc" must be "2.0"');
  if (method === undefined) return readResponse(body);
  if (id !== undefined && !isJsonRpcId(id))
    return refuse(body, 'Invalid Request: "id" must be a string or a whole number');
  if (typeof method !== 'string') return refuse(body, 'Invalid Request: "method" must be a string');
  for (const name in body)
    if (name !== 'jsonrpc' && name !== 'id' && name !== 'method' && name !== 'params')
      return refuse(
        body,
        'Invalid Request: unknown member beside "jsonrpc", "id", "method", "params"',
      );
  if (params !== undefined) {
    const fault = paramsFault(params);
    if (fault !== undefined) return refuse(body, `Invalid Request: ${fault}`);
  }
  return id === undefined
    ? { kind: 'notification', message: body as unknown as JsonRpcNotification }
    : { kind: 'request', message: body as unknown as JsonRpcRequest };
}

function readResponse(body: Members): MessageForm {
  const { id, result, error } = body;
  const idFits = id === undefined ? error !== undefined : isJsonRpcId(id);
  const answers =
    result === undefined ? isErrorObject(error) : error === undefined && isResultObject(result);
  for (const name in body)
    if (name !== 'jsonrpc' && name !== 'id' && name !== 'result' && name !== 'error')
      return refuse(body, 'Invalid Request: neither a request, a notification nor a response');
  return idFits && answers
    ? { kind: 'response' }
    : refuse(body, 'Invalid Request: neither a request, a notification nor a response');
}

function isErrorObject(error: unknown): boolean {
  return (
    isObject(error) && Number.isSafeInteger(error['code']) && typeof error['message'] === 'string'
  );
}

function isResultObject(result: unknown): boolean {
  return isObject(result) && (result['_meta'] === undefined || isObject(result['_meta']));
}

function paramsFault(params: unknown): string | undefined {
  if (!isObject(params)) return '"params" must be an object';
  const meta = params['_meta'];
  if (meta === undefined) return undefined;
  if (!isObject(meta)) return '"params._meta" must be an object';
  const { progressToken } = meta;
  if (progressToken !== undefined && !isJsonRpcId(progressToken))
    return '"params._meta.progressToken" must be a string or a whole number';
  const task = meta[RELATED_TASK_KEY];
  if (task !== undefined && !(isObject(task) && typeof task['taskId'] === 'string'))
    return `"params._meta" member "${RELATED_TASK_KEY}" must hold a "taskId"`;
  return undefined;
}

function refuse(body: Members, reason: string): MessageForm {
  const { id, method } = body;
  return invalid(
    isJsonRpcId(id) ? id : undefined,
    reason,
    typeof method === 'string' && !Object.hasOwn(body, 'id'),
  );
}

function invalid(id: JsonRpcId | undefined, reason: string, silent: boolean): MessageForm {
  return { kind: 'invalid', id, reason, silent };
}
