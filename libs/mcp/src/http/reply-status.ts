import type { McpReply } from '../json-rpc/mcp-reply.js';

const METHOD_NOT_FOUND = -32601;

/**
 * HTTP status of an error. What went wrong in a handler is an answer like any other. What kept a handler from being chosen is the sender's mistake; an
 * unknown method is "not found" on the modern era only (specification 2026-07-28, transports), and an ordinary answer before it.
 */
export function statusOf(reply: Extract<McpReply, { error: unknown }>, isModern: boolean): number {
  if (reply.status !== undefined) return reply.status;
  if (reply.origin === 'handler') return 200;
  if (reply.error.code === METHOD_NOT_FOUND) return isModern ? 404 : 200;
  return 400;
}
