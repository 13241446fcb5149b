import { canonicalJson } from '../common/canonical-json.js';
import type { JsonSchema } from '../common/json.js';
import { copyJson } from '../common/json-copy.js';
import type { MutableSchema } from './data-type.schema.js';
import { normaliseSchema, tidy } from './json-schema.source.js';
import type { SchemaAuthor } from './json-schema.source.js';
import { closeObjects } from './schema-closing.js';
import * as messages from './schema.messages.js';

/**
 * The schema as its author wrote it, with its dialect, definitions, anchors and references, closed like the one that is enforced. Both must mean the same, so
 * the references of this one are written out once more and compared.
 *
 * @param enforced the same schema in the runtime's own form
 * @returns undefined when something was reported
 */
export function schemaAsWritten(
  source: JsonSchema,
  enforced: MutableSchema,
  author: SchemaAuthor,
  where: string,
  report: (problem: string) => void,
): MutableSchema | undefined {
  const { $schema: dialect } = source as { readonly $schema?: unknown };
  const kept = copyJson(tidy(source, author, () => undefined)) as MutableSchema;
  closeObjects(kept);
  const again = normaliseSchema(kept, where, { author, closed: false }, report);
  if (!again) return undefined;
  const typed = { ...again.schema, type: enforced['type'] };
  if (canonicalJson(typed) !== canonicalJson(enforced)) {
    report(messages.notKeepable(where));
    return undefined;
  }
  return {
    ...(typeof dialect === 'string' ? { $schema: dialect } : undefined),
    ...kept,
    type: enforced['type'],
  };
}
