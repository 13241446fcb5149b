import type { McpEra } from './protocol-versions.js';

/** Every JSON-RPC error code this server knows. */
export const McpErrorCode = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  /**
   * Why a prompt, a resource or a completion was refused, where a tool would have answered with `isError`: outside of what JSON-RPC reserves, and spelled like the HTTP
   * status that says the same.
   */
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
  /** A listener of `mcp.request` stopped the message. */
  VETOED: -32001,
  /** Legacy only. */
  RESOURCE_NOT_FOUND: -32002,
  /** Legacy only. */
  URL_ELICITATION_REQUIRED: -32042,
  /** Modern only: an HTTP header contradicts the body. */
  HEADER_MISMATCH: -32020,
  /** Modern only: the request needs a capability that its client did not declare. */
  MISSING_CAPABILITY: -32021,
  /** Modern only: the revision is not served. */
  UNSUPPORTED_VERSION: -32022,
} as const;

/**
 * The code that says the same in an era. Modern clients take a resource that is not there for a bad parameter and know nothing of
 * {@link McpErrorCode.URL_ELICITATION_REQUIRED}; a legacy client would take -32020 to -32022 for a modern server (2026-07-28, basic).
 * -32022 is the exception: a modern-only server tells a legacy client with it what it serves.
 */
export function errorCodeIn(era: McpEra, code: number): number {
  if (era === 'modern') {
    if (code === McpErrorCode.RESOURCE_NOT_FOUND) return McpErrorCode.INVALID_PARAMS;
    if (code === McpErrorCode.URL_ELICITATION_REQUIRED) return McpErrorCode.INTERNAL_ERROR;
    return code;
  }
  if (code === McpErrorCode.HEADER_MISMATCH) return McpErrorCode.INVALID_REQUEST;
  if (code === McpErrorCode.MISSING_CAPABILITY) return McpErrorCode.INVALID_REQUEST;
  return code;
}
