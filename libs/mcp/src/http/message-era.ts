import type { McpHeaders } from '../json-rpc/mcp-exchange.js';
import { envelopeIssue } from '../protocol/envelope.checks.js';
import { isObject } from '../protocol/message.reader.js';
import { PROTOCOL_VERSION_KEY } from '../protocol/meta-keys.js';
import { isModernVersion } from '../protocol/protocol-versions.js';

/**
 * Whether a message is of the modern era, as far as its transport has to know: it claims a version, or its header names a modern one. Whether the two agree is for the
 * classifier to say.
 */
export function isModernMessage(message: unknown, headers: McpHeaders): boolean {
  const params = isObject(message) ? message['params'] : undefined;
  const meta = isObject(params) ? params['_meta'] : undefined;
  if (isObject(meta) && Object.hasOwn(meta, PROTOCOL_VERSION_KEY) && !opensSession(message, meta))
    return true;
  const header = headers.get('mcp-protocol-version');
  return header !== undefined && isModernVersion(header);
}

/** `initialize` stays what it is for legacy clients unless its envelope is modern in every respect. */
function opensSession(message: unknown, meta: Readonly<Record<string, unknown>>): boolean {
  if (!isObject(message) || message['method'] !== 'initialize') return false;
  const claim = meta[PROTOCOL_VERSION_KEY];
  return typeof claim !== 'string' || !isModernVersion(claim) || envelopeIssue(meta) !== undefined;
}
