import { isAscii, isUtf8 } from 'node:buffer';

/** A message read from bytes, or the news that there is none. */
export type StrictJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/**
 * Deepest nesting of a message. The runtime takes arguments down to 64 levels; what is around them, and room for it to complain about
 * deeper ones in words, comes on top.
 */
const MAX_DEPTH = 128;

const REFUSED: StrictJson = Object.freeze({ ok: false });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const BYTE_ORDER_MARK = 0xfeff;

/**
 * Reads JSON that can mean only one thing: well-formed UTF-8, no duplicate member names at any depth (two parsers may pick different
 * ones), nesting up to 128. A byte order mark is stripped.
 *
 * `JSON.parse` does the parsing. Since it keeps one of several members of the same name, a document has duplicates exactly when its
 * text has more members than its value.
 */
export function parseStrictJson(source: Uint8Array | string): StrictJson {
  const text = typeof source === 'string' ? source : decode(source);
  if (text === undefined) return REFUSED;
  const json = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  const written = countMembers(json);
  if (written === undefined) return REFUSED;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return REFUSED;
  }
  return heldMembers(value) === written ? { ok: true, value } : REFUSED;
}

function decode(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The characters of ASCII are its bytes, so nothing has to be decoded; nearly every message is ASCII.
  if (isAscii(buffer)) return buffer.toString('latin1');
  return isUtf8(buffer) ? buffer.toString('utf8') : undefined;
}

/** Members in the text of a JSON document; undefined when it nests too deeply. What it says of a text that is no JSON means nothing. */
function countMembers(json: string): number | undefined {
  let members = 0;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(json, at);
        break;
      case COLON:
        members++;
        break;
      case 0x7b: // {
      case 0x5b: // [
        if (++depth > MAX_DEPTH) return undefined;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth--;
        break;
      default:
    }
  }
  return members;
}

/** Where the string ends that starts at `start`. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, start, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, start: number, quote: number): boolean {
  let before = quote - 1;
  while (before > start && json.charCodeAt(before) === BACKSLASH) before--;
  return (quote - before) % 2 === 0;
}

/** Members of every object in a value. Recursion is safe: how deep the text nests has been looked at before. */
function heldMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) members += heldMembers(item);
    return members;
  }
  for (const name in value) members += 1 + heldMembers((value as Record<string, unknown>)[name]);
  return members;
}
