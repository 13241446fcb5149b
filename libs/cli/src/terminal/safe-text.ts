import { escapeForLine } from '@toolgate/tool-runtime';

/** What JSON leaves as it is although a terminal obeys it: DEL, C1 controls, separators and bidirectional overrides. */
const LEFT_BY_JSON = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Text of a tool, of a result or of a file on one line, with nothing in it that a terminal would obey. */
export function oneLine(text: string): string {
  return escapeForLine(text, Number.POSITIVE_INFINITY);
}

/** {@link oneLine} for text that has lines of its own. */
export function manyLines(text: string): string {
  return text.split(/\r?\n/).map(oneLine).join('\n');
}

/** Indented JSON that is safe to show: what it escapes more than `JSON.stringify` reads back as the same value. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    LEFT_BY_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
