import { displayName } from '../common/value-path.js';

const MAX_LISTED_VALUES = 20;

/** Puts the place in front of what is wrong there; the argument object itself needs no place. */
export const at = (path: string, text: string) => (path === '' ? text : `${path}: ${text}`);

/** The JSON Schema name of a value's type, as callers know it. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

export const expected = (types: readonly string[], value: unknown) =>
  `Expected ${types.join(' or ')}, got ${typeName(value)}`;

export const missing = (path: string) => `Missing required field: ${path}`;

export const missingWith = (path: string, other: string) =>
  `Missing required field: ${path} (needed together with ${displayName(other)})`;

export const unknownProperty = (path: string, suggestion: string | undefined) =>
  `Unknown property: ${path}${suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`}`;

export function oneOf(values: readonly unknown[]): string {
  const listed = values.slice(0, MAX_LISTED_VALUES).map(literal).join(', ');
  const rest = values.length - MAX_LISTED_VALUES;
  return `Value must be one of: ${listed}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const literal = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** How a value of a format looks. Formats that are not here are named only. */
const FORMAT_EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['date-time', '2026-07-01T10:00:00Z'],
  ['date', '2026-07-01'],
  ['time', '10:00:00Z'],
  ['duration', 'P3DT4H'],
  ['email', 'name@example.com'],
  ['uri', 'https://example.com/path'],
  ['url', 'https://example.com/path'],
  ['uuid', '123e4567-e89b-12d3-a456-426614174000'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
]);

export function wrongFormat(format: string): string {
  const example = FORMAT_EXAMPLES.get(format);
  return `Value must be in ${format} format${example === undefined ? '' : `, such as ${example}`}`;
}

export const forbiddenKey = (key: string) =>
  `The key "${key}" is not allowed in arguments; rename it`;

export const tooDeep = (maxDepth: number) =>
  `Nested deeper than ${maxDepth} levels, or refers to itself; send flatter data`;

export const tooManyValues = (maxNodes: number) =>
  `More than ${maxNodes} values; send less data in one call`;

export const tooComplex = () =>
  'Too many nested alternatives to check; send flatter or less data in one call';

export const unsafeInteger = () =>
  'Integer beyond ±(2^53 - 1), which JSON numbers cannot carry exactly; send as string';

export const notFinite = () => 'Expected a finite number; NaN and Infinity have no JSON form';

export const invalidDate = () => 'Expected a valid date, got an invalid Date object';

export const notJson = (what: string) => `Expected JSON data, got ${what}; pass its JSON form`;

export const unreadable = () => 'Reading this value failed; pass plain data';
