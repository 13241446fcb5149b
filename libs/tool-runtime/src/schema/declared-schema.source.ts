import type { JsonSchema } from '../common/json.js';
import { copyJson } from '../common/json-copy.js';
import type { SchemaServices } from './data-class.reader.js';
import type { InputDraft, Report } from './input-draft.js';
import { asObjectRoot, normaliseSchema } from './json-schema.source.js';
import { compileProblems } from './schema-checks.js';
import { schemaAsWritten } from './schema-as-written.js';
import * as messages from './schema.messages.js';
import { isStandardSchema, standardBinding, standardJsonSchema } from './standard-schema.source.js';

/**
 * Reads what goes in from `@Tool({ input })`.
 * @param references whether clients see references written out, or as they stand
 */
export function draftFromSchema(
  input: unknown,
  label: string,
  services: SchemaServices,
  report: Report,
  references: 'inline' | 'keep' = 'inline',
): InputDraft | undefined {
  const where = `${label}, input`;
  const standard = isStandardSchema(input) ? input : undefined;
  const source = standard ? standardJsonSchema(standard, 'input', where, report) : input;
  if (source === undefined) return undefined;
  if (typeof source !== 'object' || source === null || Array.isArray(source)) {
    report(messages.notASchema(where));
    return undefined;
  }
  const author = standard ? 'library' : 'user';
  const normalised = normaliseSchema(source as JsonSchema, where, { author, closed: true }, report);
  if (!normalised) return undefined;
  const { schema, sensitive } = normalised;
  if (!asObjectRoot(schema)) {
    report(messages.notAnObject(where));
    return undefined;
  }
  const problems = compileProblems(schema, where, services.validator);
  problems.forEach(report);
  if (problems.length > 0) return undefined;
  const published =
    references === 'keep'
      ? schemaAsWritten(source as JsonSchema, schema, author, where, report)
      : schema;
  return (
    published && {
      published,
      enforced: copyJson(schema),
      clamps: [],
      sensitive,
      bind: standard && standardBinding(standard),
    }
  );
}
