import type { JsonSchema } from '../common/json.js';
import * as messages from './schema.messages.js';
import { mapSubschemas } from './subschemas.js';

/**
 * The schema with references by name (`#address`) turned into references by place, and the names (`$anchor`) gone: everything after this
 * knows only places.
 */
export function withoutAnchors(
  schema: JsonSchema,
  where: string,
  report: (problem: string) => void,
): JsonSchema {
  const places = new Map<string, string>();
  mapSubschemas(schema, (own, pointer) => {
    const anchor = own['$anchor'];
    if (typeof anchor !== 'string') return own;
    if (places.has(anchor)) report(messages.repeatedAnchor(where, anchor));
    places.set(anchor, `#${pointer}`);
    return own;
  });
  if (places.size === 0) return schema;
  return mapSubschemas(schema, ({ $anchor: _anchor, ...own }) => {
    const reference = own['$ref'];
    const place = typeof reference === 'string' ? places.get(reference.slice(1)) : undefined;
    return place === undefined || !String(reference).startsWith('#')
      ? own
      : { ...own, $ref: place };
  });
}
