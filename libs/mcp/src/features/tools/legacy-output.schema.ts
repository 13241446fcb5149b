import type { JsonSchema } from '@toolgate/tool-runtime';
import { isObject } from '../../protocol/message.reader.js';

/**
 * How results of a tool fit the legacy eras, whose `structuredContent` must be an object (2025-11-25, server/tools): they are one already,
 * they travel inside of one as `{ result: … }`, or their schema cannot be moved there and clients get the text alone.
 */
export type LegacyOutput =
  | { readonly fit: 'object'; readonly schema: JsonSchema }
  | { readonly fit: 'wrapped'; readonly schema: JsonSchema }
  | { readonly fit: 'none' };

/** Where a wrapped schema stands in its wrapper. */
const PLACE = '#/properties/result';
/** Keywords that change what references mean, or that name a place in a way that cannot be moved. */
const IMMOVABLE: ReadonlySet<string> = new Set([
  '$id',
  '$dynamicRef',
  '$recursiveRef',
  '$vocabulary',
]);
/** Keywords whose values are data. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/** Decides how an output schema is published to legacy clients. */
export function legacyOutput(schema: JsonSchema): LegacyOutput {
  if (schema['type'] === 'object') return { fit: 'object', schema };
  const { $schema: dialect, ...own } = schema;
  try {
    return {
      fit: 'wrapped',
      schema: {
        ...(dialect === undefined ? undefined : { $schema: dialect }),
        type: 'object',
        properties: { result: moved(own) },
        required: ['result'],
        additionalProperties: false,
      } as JsonSchema,
    };
  } catch (error) {
    if (error instanceof ImmovableSchemaError) return { fit: 'none' };
    throw error;
  }
}

class ImmovableSchemaError extends Error {}

/** The schema with every reference into itself pointing at its new place. */
function moved(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(moved);
  if (!isObject(node)) return node;
  const copy: Record<string, unknown> = {};
  for (const [keyword, held] of Object.entries(node)) {
    if (IMMOVABLE.has(keyword)) throw new ImmovableSchemaError(keyword);
    if (keyword === '$ref' && typeof held === 'string') copy[keyword] = movedReference(held);
    else if (DATA.has(keyword)) copy[keyword] = held;
    else if (NAMED.has(keyword) && isObject(held))
      copy[keyword] = Object.fromEntries(
        Object.entries(held).map(([name, member]) => [name, moved(member)]),
      );
    else copy[keyword] = moved(held);
  }
  return copy;
}

function movedReference(reference: string): string {
  if (reference === '#') return PLACE;
  // An anchor names its target wherever it stands.
  return reference.startsWith('#/') ? `${PLACE}${reference.slice(1)}` : reference;
}
