import { toResponse } from './mcp-reply.js';
import type { McpReply } from './mcp-reply.js';
import { isObject } from '../protocol/message.reader.js';

/** What client and server agreed on with `initialize`. */
export interface McpHandshake {
  /** Negotiated version. */
  readonly protocolVersion: string;
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
  readonly clientInfo: Readonly<Record<string, unknown>> | undefined;
}

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({});

/**
 * What a transport that keeps sessions has to remember of a message and its answer.
 * @returns undefined unless the message was an `initialize` that succeeded
 */
export function readHandshake(
  message: unknown,
  reply: McpReply | undefined,
): McpHandshake | undefined {
  if (!isObject(message) || message['method'] !== 'initialize') return undefined;
  if (!reply || 'error' in reply) return undefined;
  const response = toResponse(reply);
  if (!('result' in response)) return undefined;
  const { protocolVersion } = response.result;
  if (typeof protocolVersion !== 'string') return undefined;
  const params = isObject(message['params']) ? message['params'] : NOTHING;
  const { capabilities, clientInfo } = params;
  return {
    protocolVersion,
    clientCapabilities: isObject(capabilities) ? capabilities : NOTHING,
    clientInfo: isObject(clientInfo) ? clientInfo : undefined,
  };
}
