/** Sets of JSON types as bits, so that intersecting and testing them costs one operation. Integers and other numbers are told apart. */
export const JsonType = {
  NULL: 1,
  BOOLEAN: 2,
  INTEGER: 4,
  FRACTION: 8,
  STRING: 16,
  ARRAY: 32,
  OBJECT: 64,
  NUMBER: 4 | 8,
  CONTAINER: 32 | 64,
  ANY: 127,
} as const;

/** The bit of a JSON value's type; no bit for what is not JSON. */
export function jsonTypeOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return JsonType.STRING;
    case 'number':
      return Number.isInteger(value) ? JsonType.INTEGER : JsonType.FRACTION;
    case 'boolean':
      return JsonType.BOOLEAN;
    case 'object':
      if (value === null) return JsonType.NULL;
      return Array.isArray(value) ? JsonType.ARRAY : JsonType.OBJECT;
    default:
      return 0;
  }
}

const BITS: ReadonlyMap<string, number> = new Map([
  ['null', JsonType.NULL],
  ['boolean', JsonType.BOOLEAN],
  ['integer', JsonType.INTEGER],
  ['number', JsonType.NUMBER],
  ['string', JsonType.STRING],
  ['array', JsonType.ARRAY],
  ['object', JsonType.OBJECT],
]);

/** The types that the value of a `type` keyword names. */
export function jsonTypesNamed(type: unknown): number {
  if (type === undefined) return JsonType.ANY;
  return [type].flat().reduce<number>((bits, name) => bits | (BITS.get(name as string) ?? 0), 0);
}
