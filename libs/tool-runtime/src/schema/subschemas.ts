import { isRecord, type JsonSchema } from '../common/json.js';
import { defineOwn } from '../common/json-copy.js';
import { SchemaCompileError } from './schema-compile.error.js';

/** Keywords of JSON Schema 2020-12 that hold schemas, by how they hold them. */
const ONE: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
]);
const LIST: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/** Deeper schemas are objects that contain themselves, or would exhaust the stack of the compiler. */
const MAX_SCHEMA_DEPTH = 200;

/**
 * Rebuilds a schema with every schema object in it, innermost first, replaced by what `map` makes of it. Values that are not
 * schemas (`const`, `enum`, `default`, `examples`, …) are kept as they are, so a default that looks like a schema is safe.
 *
 * @throws SchemaCompileError when the schema nests deeper than 200 levels
 */
export function mapSubschemas(
  schema: JsonSchema,
  map: (own: Record<string, unknown>, pointer: string) => JsonSchema,
): JsonSchema {
  const visit = (value: unknown, pointer: string, depth: number): unknown => {
    if (!isRecord(value)) return value;
    if (depth > MAX_SCHEMA_DEPTH)
      throw new SchemaCompileError(
        pointer.slice(0, 100),
        'the schema is nested too deeply or contains itself; use "$defs" and "$ref" for recursion.',
      );
    const own: Record<string, unknown> = {};
    for (const [keyword, held] of Object.entries(value)) {
      const place = `${pointer}/${keyword}`;
      if (ONE.has(keyword)) own[keyword] = visit(held, place, depth + 1);
      else if (LIST.has(keyword) && Array.isArray(held))
        own[keyword] = held.map((member, index) => visit(member, `${place}/${index}`, depth + 1));
      else if (NAMED.has(keyword) && isRecord(held)) {
        const members: Record<string, unknown> = {};
        for (const [name, member] of Object.entries(held))
          defineOwn(members, name, visit(member, `${place}/${escapeToken(name)}`, depth + 1));
        own[keyword] = members;
      } else defineOwn(own, keyword, held);
    }
    return map(own, pointer);
  };
  return visit(schema, '', 0) as JsonSchema;
}

/** A name as one token of a JSON Pointer (RFC 6901, section 3). */
function escapeToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The names a JSON Pointer goes through. */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
