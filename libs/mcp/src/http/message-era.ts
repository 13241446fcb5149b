import type { McpHeaders } from '../json-rpc/mcp-exchange.js';
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
  if (isObject(meta) && Object.hasOwn(meta, PROTOCOL_VERSION_KEY)) return true;
  const header = headers.get('mcp-protocol-version');
  return header !== undefined && isModernVersion(header);
}
