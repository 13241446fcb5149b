import type { JsonSchema } from '../common/json.js';
import { pointerTokens } from './subschemas.js';

/** Follows a JSON Pointer inside a schema (RFC 6901, as a URI fragment). @returns undefined when nothing is there, and for a reference that leaves the schema */
export function resolveLocalReference(root: JsonSchema, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let current: unknown = root;
  for (const token of pointerTokens(decoded(reference))) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, token))
      return undefined;
    current = (current as Record<string, unknown>)[token];
  }
  return current;
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
