import { isRecord } from '../common/json.js';
import { nearestName } from '../common/nearest-name.js';
import type { MutableSchema } from './data-type.schema.js';
import { unsafePatternReason } from './pattern-safety.js';
import { SchemaCompileError } from './schema-compile.error.js';
import * as messages from './schema.messages.js';
import type { SchemaValidator } from './schema-validator.js';
import { STRING_FORMAT_NAMES } from './string-formats.js';
import { mapSubschemas, pointerTokens } from './subschemas.js';

/** Serialised size above which a schema is of no use to a model and a burden to every listing. */
const MAX_SCHEMA_CHARACTERS = 256 * 1024;

/** Everything about a finished schema that would otherwise show only when a call arrives, or never. */
export function schemaProblems(
  schema: MutableSchema,
  where: string,
  validator: SchemaValidator,
): readonly string[] {
  const text = JSON.stringify(schema);
  if (text.length > MAX_SCHEMA_CHARACTERS)
    return [messages.tooLarge(where, `${MAX_SCHEMA_CHARACTERS / 1024} KiB`)];
  const problems = [...patternProblems(schema, where), ...formatProblems(schema, where)];
  // The rest compiles parts of the schema, which an invalid pattern would only make fail again.
  return problems.length > 0 ? problems : defaultProblems(schema, where, validator);
}

/** Problems of a schema that the user wrote: it may not be JSON Schema at all. */
export function compileProblems(
  schema: MutableSchema,
  where: string,
  validator: SchemaValidator,
): readonly string[] {
  try {
    validator.verify(schema);
    return [];
  } catch (error) {
    if (error instanceof SchemaCompileError) return [messages.notCompilable(where, error.message)];
    throw error;
  }
}

function patternProblems(schema: MutableSchema, where: string): readonly string[] {
  const problems: string[] = [];
  mapSubschemas(schema, (own, pointer) => {
    const patterns = [
      ...(typeof own['pattern'] === 'string' ? [own['pattern']] : []),
      ...(isRecord(own['patternProperties']) ? Object.keys(own['patternProperties']) : []),
    ];
    for (const pattern of patterns) {
      const reason = unsafePatternReason(pattern);
      if (reason !== undefined)
        problems.push(messages.unsafePattern(placeIn(where, pointer), pattern, reason));
    }
    return own;
  });
  return problems;
}

function formatProblems(schema: MutableSchema, where: string): readonly string[] {
  const problems: string[] = [];
  mapSubschemas(schema, (own, pointer) => {
    const { format } = own;
    if (typeof format === 'string' && !STRING_FORMAT_NAMES.has(format))
      problems.push(messages.badOption(placeIn(where, pointer), 'format', unknownFormat(format)));
    return own;
  });
  return problems;
}

function defaultProblems(
  root: MutableSchema,
  where: string,
  validator: SchemaValidator,
): readonly string[] {
  const problems: string[] = [];
  mapSubschemas(root, (own, pointer) => {
    if (!('default' in own)) return own;
    const { default: preset, ...rest } = own;
    const place = placeIn(where, pointer);
    try {
      const alone = pointer === '' || !('$defs' in root) ? rest : { ...rest, $defs: root['$defs'] };
      const issues = validator.compile(alone).check(preset);
      if (issues.length > 0)
        problems.push(messages.badDefault(place, `breaks its own schema (${issues[0].rule})`));
    } catch (error) {
      if (!(error instanceof SchemaCompileError)) throw error;
      problems.push(messages.notCompilable(place, error.message));
    }
    return own;
  });
  return problems;
}

function unknownFormat(format: string): string {
  const meant = nearestName(format, STRING_FORMAT_NAMES);
  return `is ${JSON.stringify(format)}, which is not known and would not be enforced${meant === undefined ? '' : ` (did you mean "${meant}"?)`}; use a known format or a pattern`;
}

/** A JSON Pointer into a schema, as the data it describes is written: `lines[].sku`. */
function placeIn(where: string, pointer: string): string {
  const tokens = pointerTokens(pointer);
  let path = '';
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === 'properties' && index + 1 < tokens.length) path += `.${tokens[++index]}`;
    else if (token === 'items') path += '[]';
    else if (token === 'additionalProperties') path += '{}';
    else if (token === '$defs' && index + 1 < tokens.length) path = `.${tokens[++index]}`;
    else path += `/${token}`;
  }
  return path === '' ? where : `${where}, argument ${path.replace(/^\./, '')}`;
}
