import type { ServerResponse } from 'node:http';
import { JSON_TYPE } from './accept.js';
import { writeJson } from './json-answer.js';

/** An answer that needs no message to be understood first: a status and a JSON-RPC error without an id. Rendered once. */
export interface Refusal {
  readonly status: number;
  readonly json: string;
  readonly headers: Readonly<Record<string, string>>;
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
/** By convention of the official SDKs. Legacy only. */
const SESSION_UNKNOWN = -32001;

/** @param message one sentence, safe to show to anybody */
export function refusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  code = INVALID_REQUEST,
): Refusal {
  return { status, json: JSON.stringify({ jsonrpc: '2.0', error: { code, message } }), headers };
}

export const HOST_REFUSED = refusal(403, 'Host not allowed');
export const ORIGIN_REFUSED = refusal(403, 'Origin not allowed');
export const NOT_SERVABLE = refusal(
  503,
  'This server is not configured for the address it listens on',
);
export const SHUTTING_DOWN = refusal(503, 'The server is shutting down', { 'Retry-After': '5' });
export const NOT_ACCEPTABLE = refusal(
  406,
  'Accept must allow application/json or text/event-stream',
);
export const STREAM_NOT_ACCEPTABLE = refusal(406, 'Accept must allow text/event-stream');
export const UNSUPPORTED_MEDIA_TYPE = refusal(
  415,
  'Content-Type must be application/json in UTF-8',
  { Accept: JSON_TYPE },
);
export const UNSUPPORTED_ENCODING = refusal(415, 'Content-Encoding is not supported', {
  'Accept-Encoding': 'identity',
});
export const BODY_TOO_LARGE = refusal(413, 'The request body is too large');
export const NOT_JSON = refusal(400, 'Parse error', {}, PARSE_ERROR);
export const SESSION_REQUIRED = refusal(400, 'Mcp-Session-Id is required');
/** Also for somebody else's session: whether it exists is nobody's business. Clients begin anew on this status (2025-11-25, basic/transports). */
export const SESSION_NOT_FOUND = refusal(404, 'Session not found', {}, SESSION_UNKNOWN);
/** Too old, or of another session: whether it exists is nobody's business. */
export const EVENT_NOT_FOUND = refusal(
  400,
  'Last-Event-ID is not an event of this session that can still be resumed from',
);
export const TOO_MANY_STREAMS = refusal(429, 'Too many open streams');
export const TOO_MANY_SESSIONS = refusal(503, 'Too many sessions', { 'Retry-After': '60' });

export const UNAVAILABLE = refusal(503, 'The request cannot be served right now', {
  'Retry-After': '5',
});

/** @param allow the methods that are allowed, as the header `Allow` lists them */
export const methodNotAllowed = (allow: string) =>
  refusal(405, 'Method not allowed', { Allow: allow });

export function isRefusal(value: object | undefined): value is Refusal {
  return value !== undefined && 'json' in value;
}

/** Answers and ends. */
export function refuse(response: ServerResponse, { status, json, headers }: Refusal): void {
  writeJson(response, status, json, headers);
}
