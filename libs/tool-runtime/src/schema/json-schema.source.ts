import { isRecord, type JsonSchema } from '../common/json.js';
import type { MutableSchema } from './data-type.schema.js';
import { unsafePatternReason } from './pattern-safety.js';
import { closeObjects } from './schema-closing.js';
import { SchemaCompileError } from './schema-compile.error.js';
import * as messages from './schema.messages.js';
import { withoutAnchors } from './schema-anchors.js';
import { inlineReferences } from './schema-references.js';
import { sensitivePaths } from './schema-paths.js';
import type { DataPath } from './schema-paths.js';
import { STRING_FORMAT_NAMES } from './string-formats.js';
import { mapSubschemas } from './subschemas.js';
import { isUnicodePattern } from './validation-keywords.js';

/** Who wrote a JSON Schema: `user` by hand, or a `library`, which may say things of its own and enforces them itself. */
export type SchemaAuthor = 'user' | 'library';

/** A JSON Schema in the runtime's own form. */
export interface NormalisedSchema {
  readonly schema: MutableSchema;
  readonly sensitive: readonly DataPath[];
}

/** JSON Schema 2020-12, all vocabularies that concern data. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    '$schema $id $ref $defs $comment definitions type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum ' +
    'maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required ' +
    'dependentRequired properties patternProperties additionalProperties propertyNames items prefixItems contains allOf anyOf oneOf ' +
    'not if then else dependentSchemas unevaluatedItems unevaluatedProperties format contentEncoding contentMediaType contentSchema ' +
    'title description default deprecated readOnly writeOnly examples'
  ).split(' '),
);

/**
 * Brings a schema into the runtime's form: references written out, objects closed when `closed`, marks of secrets collected.
 * The given schema is not changed.
 *
 * @returns undefined when something was reported
 */
export function normaliseSchema(
  source: JsonSchema,
  where: string,
  options: { readonly author: SchemaAuthor; readonly closed: boolean },
  report: (problem: string) => void,
): NormalisedSchema | undefined {
  try {
    const inlined = inlineReferences(withoutAnchors(source, where, report), where, report);
    if (!inlined) return undefined;
    const sensitive = sensitivePaths(inlined);
    const schema = tidy(inlined, options.author, (pattern, reason) =>
      report(messages.unsafePattern(where, pattern, reason)),
    );
    if (options.closed) closeObjects(schema);
    return { schema, sensitive };
  } catch (error) {
    if (!(error instanceof SchemaCompileError)) throw error;
    report(messages.notCompilable(where, error.message));
    return undefined;
  }
}

/** A union of objects is an object: clients want to read that at the root. */
export function asObjectRoot(schema: MutableSchema): boolean {
  if (schema['type'] === undefined && describesObject(schema)) {
    const { ...rest } = schema;
    for (const keyword of Object.keys(schema)) delete schema[keyword];
    Object.assign(schema, { type: 'object' }, rest);
  }
  return schema['type'] === 'object';
}

function describesObject(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  if (schema['type'] !== undefined) return schema['type'] === 'object';
  const all = Array.isArray(schema['allOf']) && schema['allOf'].some(describesObject);
  const any = ['anyOf', 'oneOf'].some((keyword) => {
    const branches = schema[keyword];
    return Array.isArray(branches) && branches.length > 0 && branches.every(describesObject);
  });
  return all || any || isRecord(schema['properties']);
}

/** Without what only the runtime understands, or only the library that wrote it. */
export function tidy(
  schema: JsonSchema,
  author: SchemaAuthor,
  refusePattern: (pattern: string, reason: string) => void,
): MutableSchema {
  return mapSubschemas(schema, (own, pointer) => {
    delete own['sensitive'];
    // The dialect is the runtime's own; any other is refused when the schema is compiled.
    if (pointer === '' && /\/2020-12\/schema#?$/.test(String(own['$schema'])))
      delete own['$schema'];
    if (author === 'library') forgetLibraryWords(own, STRING_FORMAT_NAMES, refusePattern);
    if (typeof own['pattern'] === 'string') own['pattern'] = withoutLeadingWildcard(own['pattern']);
    return own;
  }) as MutableSchema;
}

/** What only the library understands would be refused as unknown; the library enforces it when it validates. */
function forgetLibraryWords(
  own: MutableSchema,
  formats: ReadonlySet<string>,
  refusePattern: (pattern: string, reason: string) => void,
): void {
  for (const keyword of Object.keys(own)) if (!KEYWORDS.has(keyword)) delete own[keyword];
  if (typeof own['format'] === 'string' && !STRING_FORMAT_NAMES.has(own['format']))
    delete own['format'];
  const { pattern } = own;
  if (typeof pattern === 'string' && !isUnicodePattern(pattern)) {
    const reason = unsafePatternReason(pattern, '');
    if (reason !== undefined) refusePattern(pattern, reason);
    delete own['pattern'];
  }
}

/** `.*x` finds what `x` finds, since a match may begin anywhere, but takes quadratic time to fail. */
function withoutLeadingWildcard(pattern: string): string {
  return pattern.replace(/^(?:\.\*\??)+/, '');
}
