import type { JsonSchema } from '@toolgate/tool-runtime';
import { isObject } from '../protocol/message.reader.js';

/** The arguments an object schema declares at its root, by name. */
export function propertiesOf(
  schema: JsonSchema,
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const { properties } = schema as { readonly properties?: unknown };
  if (!isObject(properties)) return new Map();
  return new Map(
    Object.entries(properties).map(([name, property]) => [
      name,
      isObject(property) ? property : {},
    ]),
  );
}

/** Names of the arguments that must be there. */
export function requiredOf(schema: JsonSchema): ReadonlySet<string> {
  const { required } = schema as { readonly required?: unknown };
  return new Set(
    Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [],
  );
}
