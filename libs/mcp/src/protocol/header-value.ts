import { isUtf8 } from 'node:buffer';

const PREFIX = '=?base64?';
const SUFFIX = '?=';
const CANONICAL_BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * What a mirrored header (`Mcp-Name`, `Mcp-Param-*`) stands for: `=?base64?…?=` holds text that cannot travel in a header as it is; without
 * both markers, exactly as written here, a value stands for itself (2026-07-28, Streamable HTTP).
 * @returns undefined when it has the markers but no canonical base64 of UTF-8 between them
 */
export function decodeHeaderValue(value: string): string | undefined {
  if (!value.startsWith(PREFIX) || !value.endsWith(SUFFIX)) return value;
  if (value.length < PREFIX.length + SUFFIX.length) return value;
  const encoded = value.slice(PREFIX.length, -SUFFIX.length);
  if (!CANONICAL_BASE64.test(encoded)) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
