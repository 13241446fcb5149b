/** Room for the longest truncation mark and the quotes around a string, bytes. */
const MARK_BYTES = 32;

/** How much of a text is looked at when only `limit` characters of it can be shown: enough to see a secret that crosses the limit. */
const LOOKAHEAD = 1_024;

/** Nothing that JSON escapes and nothing that UTF-8 spends more than a byte on. */
const PLAIN = /^[ !#-[\]-~]*$/;

const BREAK = /[\s,;"'&<>|]/;

/** The part of a long text that may be shown once it is redacted. */
export interface TextWindow {
  readonly text: string;
  /** UTF-8 bytes that are left out. */
  readonly droppedBytes: number;
}

/**
 * Cuts a text before it is redacted, for texts too long to redact as a whole. The cut falls on a break between words, so what is left
 * is never the recognisable-no-more half of a credential; a text without breaks is left out entirely.
 */
export function windowOf(text: string, limit: number): TextWindow {
  const size = limit + LOOKAHEAD;
  if (text.length <= size) return { text, droppedBytes: 0 };
  let end = size;
  while (end > 0 && !BREAK.test(text[end - 1])) end--;
  const kept = text.slice(0, end);
  return { text: kept, droppedBytes: Buffer.byteLength(text) - Buffer.byteLength(kept) };
}

/** Says that something is missing, and how much. */
export function truncationMark(bytes: number): string {
  return `…[+${bytes} bytes]`;
}

/** UTF-8 bytes of a text as a JSON string, quotes included. */
export function jsonStringBytes(text: string): number {
  return PLAIN.test(text) ? text.length + 2 : Buffer.byteLength(JSON.stringify(text));
}

/**
 * A redacted text whose JSON form takes at most `maxBytes`, which must be at least 32; what does not fit is counted at its end.
 * @param alreadyDropped bytes that {@link windowOf} left out
 */
export function fitText(text: string, maxBytes: number, alreadyDropped = 0): string {
  const longest = text.length * 6 + 2;
  if (alreadyDropped === 0 && (longest <= maxBytes || jsonStringBytes(text) <= maxBytes))
    return text;
  const kept = prefixOf(text, maxBytes - MARK_BYTES);
  const dropped = Buffer.byteLength(text) - Buffer.byteLength(kept) + alreadyDropped;
  return dropped === 0 ? kept : kept + truncationMark(dropped);
}

/** As many whole characters as fit into `maxBytes` of JSON. */
function prefixOf(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += jsonCharacterBytes(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function jsonCharacterBytes(character: string): number {
  const code = character.codePointAt(0)!;
  if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff)) return 6;
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
