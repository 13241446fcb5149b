/** A value that JSON can carry without loss. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A JSON object: what every tool receives as its arguments. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** A JSON Schema 2020-12 object. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** True for an object that is neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
