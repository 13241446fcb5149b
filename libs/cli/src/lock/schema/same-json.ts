import { isDeepStrictEqual } from 'node:util';

/** Equal as JSON, whatever the order of keys. */
export function sameJson(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(left, right);
}

/** A value in a message: short, one line. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
