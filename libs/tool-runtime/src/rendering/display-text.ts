import { escapeForLine } from '../common/escape-for-line.js';
import { isReadableList } from './readable-value.js';
import type { ReadableValue } from './readable-value.js';

const HIGH_SURROGATE = /[\ud800-\udbff]$/;
const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/;

/**
 * A text on one line, with nothing in it that a terminal would obey. What is longer than `max` characters is cut, and says by how much.
 */
export function oneLine(text: string, max: number): string {
  const escaped = escapeForLine(text.slice(0, max), Infinity);
  if (text.length <= max && escaped.length <= max) return escaped;
  const kept = escaped.slice(0, max).replace(HIGH_SURROGATE, '');
  return text.length > max ? `${kept}… (${text.length - max} more)` : `${kept}…`;
}

/** A text of several lines; only its line breaks and tabs keep their meaning. */
export function paragraph(text: string, maxLines: number, maxLine: number): string[] {
  // A line break takes at least a character, so nothing after this many is ever shown.
  const length = maxLines * (maxLine + 2);
  const lines = text.slice(0, length).split(LINE_BREAK);
  const shown = lines
    .slice(0, maxLines)
    .map((line) => oneLine(line.replaceAll('\t', '  '), maxLine));
  return lines.length > maxLines || text.length > length ? [...shown, '…'] : shown;
}

/** A value as one line of text; objects and lists as compact JSON. */
export function inlineText(value: ReadableValue, max: number): string {
  if (typeof value === 'object' && value !== null) return oneLine(compactJson(value, max), max);
  return oneLine(String(value), max);
}

/** `order_id` and `orderId` as a person would write them: `Order id`. An abbreviation stays as it is. */
export function labelOf(key: string, max: number): string {
  const words = key
    .replace(
      /([a-z])([A-Z])(?![A-Z])/g,
      (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    )
    .replace(/[_-]+/g, ' ')
    .trim();
  const [first = '', ...others] = words || key;
  return oneLine(first.toUpperCase() + others.join(''), max);
}

function compactJson(value: ReadableValue, max: number): string {
  if (value === null || typeof value !== 'object')
    return JSON.stringify(
      typeof value === 'string' && value.length > max ? `${value.slice(0, max)}…` : value,
    );
  if (isReadableList(value)) {
    const items = value.items.map((item) => compactJson(item, max));
    return `[${[...items, ...ellipsis(value.more)].join(',')}]`;
  }
  const members = [...value.members].map(
    ([key, member]) => `${JSON.stringify(key)}:${compactJson(member, max)}`,
  );
  return `{${[...members, ...ellipsis(value.more)].join(',')}}`;
}

const ellipsis = (more: number) => (more > 0 ? [`… ${more} more`] : []);
