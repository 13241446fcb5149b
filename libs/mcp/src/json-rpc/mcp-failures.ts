import { McpErrorCode, errorCodeIn } from '../protocol/error-codes.js';
import { echo } from '../protocol/header.messages.js';
import type { HeaderMismatch } from '../protocol/standard-header.checks.js';
import type { RejectedMessage } from '../protocol/era.classifier.js';
import type { JsonRpcErrorObject, JsonRpcId } from './json-rpc.types.js';
import type { McpErrorOrigin, McpReply } from './mcp-reply.js';
import type { McpRequest } from './mcp-request.js';

/** A refusal of a request, in the words of its era. */
export function failure(
  request: McpRequest,
  code: number,
  message: string,
  options: {
    readonly data?: unknown;
    readonly origin?: McpErrorOrigin;
    readonly status?: number;
  } = {},
): McpReply {
  const { data, origin = 'handler', status } = options;
  return {
    id: request.id,
    error: errorObject(errorCodeIn(request.codec.era, code), message, data),
    origin,
    ...(status === undefined ? undefined : { status }),
  };
}

/** Parameters that the method cannot work with. */
export function invalidParams(request: McpRequest, reason: string, data?: unknown): McpReply {
  return failure(request, McpErrorCode.INVALID_PARAMS, `Invalid params: ${reason}`, { data });
}

/** Modern clients see from the status 404 that the server knows their era and not their method. */
export function methodNotFound(request: McpRequest): McpReply {
  return failure(
    request,
    McpErrorCode.METHOD_NOT_FOUND,
    `Method not found: ${echo(request.method)}`,
    request.codec.era === 'modern' ? { origin: 'envelope', status: 404 } : {},
  );
}

/** A header of the request contradicts its body. */
export function headerMismatch(request: McpRequest, { message, data }: HeaderMismatch): McpReply {
  return failure(request, McpErrorCode.HEADER_MISMATCH, message, { data, origin: 'envelope' });
}

/** The request needs what its client has not declared. */
export function missingCapability(
  request: McpRequest,
  requiredCapabilities: Readonly<Record<string, unknown>>,
): McpReply {
  const names = Object.keys(requiredCapabilities).join(', ');
  return failure(request, McpErrorCode.MISSING_CAPABILITY, `Missing client capability: ${names}`, {
    data: { requiredCapabilities },
    origin: 'envelope',
    status: 400,
  });
}

/** A listener of `mcp.request` stopped the message. */
export function vetoed(request: McpRequest, reason: string | undefined): McpReply {
  const why = reason ? ` (${reason})` : '';
  return failure(
    request,
    McpErrorCode.VETOED,
    `Method vetoed by an mcp.request listener: ${echo(request.method)}${why}`,
  );
}

/** The server does not serve the revision. */
export function unsupportedVersion(
  id: JsonRpcId,
  requested: string | undefined,
  supported: readonly string[],
): McpReply {
  return {
    id,
    error: errorObject(
      McpErrorCode.UNSUPPORTED_VERSION,
      requested === undefined
        ? 'Unsupported protocol version: the request names none'
        : `Unsupported protocol version: ${echo(requested)}`,
      requested === undefined ? { supported } : { supported, requested: echo(requested) },
    ),
    origin: 'envelope',
  };
}

/** The header of a legacy request names a version that is not served (2025-11-25, transports: 400). */
export function unsupportedLegacyVersion(
  id: JsonRpcId,
  requested: string,
  supported: readonly string[],
): McpReply {
  return {
    id,
    error: errorObject(
      McpErrorCode.INVALID_REQUEST,
      `Unsupported protocol version: ${echo(requested)}`,
      { supported, requested: echo(requested) },
    ),
    origin: 'envelope',
  };
}

/** A message that could not be served at all. */
export function rejection({ id, code, message, data }: RejectedMessage): McpReply {
  return { id, error: errorObject(code, message, data), origin: 'envelope' };
}

/** Something went wrong in the server. What it was stands in the log under this reference. */
export function internalError(id: JsonRpcId | undefined, reference: string): McpReply {
  return {
    id,
    error: { code: McpErrorCode.INTERNAL_ERROR, message: `Internal error (ref ${reference})` },
    origin: 'handler',
  };
}

function errorObject(code: number, message: string, data: unknown): JsonRpcErrorObject {
  return data === undefined ? { code, message } : { code, message, data };
}
