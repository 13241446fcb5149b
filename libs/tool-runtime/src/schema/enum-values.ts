/**
 * The values of a TypeScript enum object, or of a list. The reverse mapping that TypeScript adds for numbers is left out: names
 * of members are not values.
 *
 * @returns undefined when it is neither, is empty, or holds anything but strings and finite numbers
 */
export function enumValues(source: unknown): readonly (string | number)[] | undefined {
  if (typeof source !== 'object' || source === null) return undefined;
  const values: readonly unknown[] = Array.isArray(source)
    ? source
    : Object.entries(source)
        .filter(([key]) => !isReverseMapping(source as Record<string, unknown>, key))
        .map(([, value]: [string, unknown]) => value);
  return values.length > 0 && values.every(isEnumValue) ? [...new Set(values)] : undefined;
}

function isReverseMapping(source: Record<string, unknown>, key: string): boolean {
  const name = source[key];
  return typeof name === 'string' && String(Number(key)) === key && source[name] === Number(key);
}

function isEnumValue(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}
