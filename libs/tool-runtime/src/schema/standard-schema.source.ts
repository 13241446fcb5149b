import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { isPromiseLike, settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { JsonObject, JsonSchema } from '../common/json.js';
import { isRecord } from '../common/json.js';
import { copyJson } from '../common/json-copy.js';
import { formatPath } from '../common/value-path.js';
import type { PathSegment } from '../common/value-path.js';
import { at } from './argument.messages.js';
import { MAX_ISSUES } from './argument-limits.js';
import * as messages from './schema.messages.js';
import type { ArgumentIssue, BoundArguments } from './tool-input.js';

/** True for a schema of Zod, Valibot, ArkType or any other library that follows the Standard Schema specification. */
export function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const standard: unknown = (value as { '~standard'?: unknown })['~standard'];
  return isRecord(standard) && typeof standard['validate'] === 'function';
}

/** The schema's own JSON Schema, if its library can write one. */
export function standardJsonSchema(
  schema: StandardSchemaV1,
  direction: 'input' | 'output',
  where: string,
  report: (problem: string) => void,
): JsonSchema | undefined {
  const standard: StandardSchemaV1.Props & Partial<StandardJSONSchemaV1.Props> =
    schema['~standard'];
  const { vendor, jsonSchema } = standard;
  if (typeof jsonSchema?.[direction] !== 'function') {
    report(messages.noJsonForm(where, vendor, adviceFor(vendor)));
    return undefined;
  }
  try {
    return jsonSchema[direction]({ target: 'draft-2020-12' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no reason given';
    report(
      messages.noJsonForm(
        where,
        vendor,
        `The library says: ${reason}. Take such a value as a string or number and convert it, as in z.iso.datetime().transform((text) => new Date(text)).`,
      ),
    );
    return undefined;
  }
}

/** Runs the schema on a copy of the arguments: some libraries hand back what they were given, or change it. */
export function standardBinding(
  schema: StandardSchemaV1,
): (args: JsonObject) => Awaitable<BoundArguments> {
  const standard = schema['~standard'];
  return (args) => {
    const outcome = standard.validate(copyJson(args));
    return isPromiseLike(outcome)
      ? settle(outcome, (result) => toBound(result, args))
      : toBound(outcome, args);
  };
}

function adviceFor(vendor: string): string {
  return vendor === 'valibot'
    ? 'Wrap it in toStandardJsonSchema() of the package @valibot/to-json-schema.'
    : 'Use a version of the library that implements Standard JSON Schema, or declare the input as JSON Schema.';
}

function toBound(result: StandardSchemaV1.Result<unknown>, args: JsonObject): BoundArguments {
  if (!result.issues) return { valid: true, input: result.value };
  const issues = result.issues.slice(0, MAX_ISSUES).map((issue) => toIssue(issue, args));
  return {
    valid: false,
    issues: issues.length > 0 ? issues : [{ path: '', rule: 'schema', message: INVALID }],
  };
}

const INVALID = 'Value does not satisfy the schema';

function toIssue(issue: StandardSchemaV1.Issue, args: JsonObject): ArgumentIssue {
  const segments = (issue.path ?? []).map(toSegment);
  const path = formatPath(segments);
  const { code, expected } = issue as { readonly code?: unknown; readonly expected?: unknown };
  const value = valueAt(args, segments);
  const text = [issue.message, typeof expected === 'string' ? `Expected ${expected}` : undefined]
    .filter((candidate) => candidate !== undefined)
    .find((candidate) => !repeats(candidate, value));
  return {
    path,
    rule: typeof code === 'string' ? code : 'schema',
    message: at(path, text ?? INVALID),
  };
}

function toSegment(segment: PropertyKey | StandardSchemaV1.PathSegment): PathSegment {
  const key = typeof segment === 'object' ? segment.key : segment;
  return typeof key === 'symbol' ? String(key) : key;
}

function valueAt(args: JsonObject, path: readonly PathSegment[]): unknown {
  let value: unknown = args;
  for (const segment of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, segment))
      return undefined;
    value = (value as Record<PathSegment, unknown>)[segment];
  }
  return value;
}

/** True when a text contains a scalar of the value: some libraries tell callers what they sent. */
function repeats(text: string, value: unknown): boolean {
  switch (typeof value) {
    case 'string':
      return value !== '' && text.includes(value);
    case 'number':
      return text.includes(String(value));
    case 'object':
      return value !== null && Object.values(value).some((member) => repeats(text, member));
    default:
      return false;
  }
}
