import { deepFreeze } from '../common/deep-freeze.js';
import type { JsonSchema } from '../common/json.js';
import { isRecord } from '../common/json.js';
import type { ToolDeclaration } from '../declaration/tool-declaration.js';
import { DataClassReader } from './data-class.reader.js';
import type { SchemaServices } from './data-class.reader.js';
import { renderSchema, SchemaTooLargeError } from './data-type.schema.js';
import type { MutableSchema } from './data-type.schema.js';
import { normaliseSchema } from './json-schema.source.js';
import { compileProblems, schemaProblems } from './schema-checks.js';
import { withoutMarks } from './schema-paths.js';
import * as messages from './schema.messages.js';
import { isStandardSchema, standardJsonSchema } from './standard-schema.source.js';

/** A schema for `data`, or complete sentences for the boot error that say why there is none. */
export interface CompiledOutput {
  /** Absent when the tool declares no output, or declares it wrongly. */
  readonly schema: JsonSchema | undefined;
  readonly problems: readonly string[];
}

/**
 * Compiles the declared shape of a tool's results. A DTO class is closed at every depth, so that nothing it does not declare
 * leaves the tool; a schema of the user's own stays as open as it is written.
 */
export function compileOutput(
  declaration: ToolDeclaration,
  services: SchemaServices,
): CompiledOutput {
  const { output } = declaration.options;
  if (output === undefined) return { schema: undefined, problems: [] };
  const problems = new Set<string>();
  const report = (problem: string): void => void problems.add(problem);
  const where = `${declaration.label}, output`;
  const schema = outputSchema(output, where, services, report);
  if (schema)
    for (const problem of schemaProblems(schema, where, services.validator)) report(problem);
  return problems.size === 0 && schema
    ? { schema: deepFreeze(schema), problems: [] }
    : { schema: undefined, problems: [...problems] };
}

function outputSchema(
  output: unknown,
  where: string,
  services: SchemaServices,
  report: (problem: string) => void,
): MutableSchema | undefined {
  if (isStandardSchema(output)) {
    const source = standardJsonSchema(output, 'output', where, report);
    return source && normalised(source, 'library', where, services, report);
  }
  if (isRecord(output)) return normalised(output, 'user', where, services, report);
  if (typeof output === 'function') return classSchema(output, where, services, report);
  report(messages.notASchema(where));
  return undefined;
}

function normalised(
  source: JsonSchema,
  author: 'user' | 'library',
  where: string,
  services: SchemaServices,
  report: (problem: string) => void,
): MutableSchema | undefined {
  const schema = normaliseSchema(source, where, { author, closed: false }, report)?.schema;
  if (!schema) return undefined;
  const problems = compileProblems(schema, where, services.validator);
  problems.forEach(report);
  return problems.length === 0 ? schema : undefined;
}

function classSchema(
  output: unknown,
  where: string,
  services: SchemaServices,
  report: (problem: string) => void,
): MutableSchema | undefined {
  const type = new DataClassReader(where, services, report).types.readReference(output, where);
  if (!type) return undefined;
  try {
    return withoutMarks(renderSchema(type, 'published'));
  } catch (error) {
    if (!(error instanceof SchemaTooLargeError)) throw error;
    report(messages.tooLarge(where, SchemaTooLargeError.limit));
    return undefined;
  }
}
