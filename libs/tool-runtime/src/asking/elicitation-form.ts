import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isPromiseLike } from '../common/awaitable.js';
import { deepFreeze } from '../common/deep-freeze.js';
import { isRecord } from '../common/json.js';
import type { JsonObject, JsonSchema } from '../common/json.js';
import { copyJson } from '../common/json-copy.js';
import { isStandardSchema, standardJsonSchema } from '../schema/standard-schema.source.js';
import { isOfFormat } from '../schema/string-formats.js';
import { badForm } from './asking.messages.js';

/** A form, and how what a person put into it is looked at. */
export interface ElicitationForm {
  readonly schema: JsonObject;
  /** @returns why the content does not fit, in one sentence; undefined when it does */
  problem(content: unknown): string | undefined;
}

type FieldCheck = (value: unknown) => string | undefined;

const COMMON = ['type', 'title', 'description', 'default'];
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: [...COMMON, 'minLength', 'maxLength', 'format', 'enum', 'enumNames', 'oneOf'],
  number: [...COMMON, 'minimum', 'maximum'],
  integer: [...COMMON, 'minimum', 'maximum'],
  boolean: COMMON,
  array: [...COMMON, 'items', 'minItems', 'maxItems'],
};
const FORMATS = ['email', 'uri', 'date', 'date-time'] as const;
type FormFormat = (typeof FORMATS)[number];
/** Longest text and list that a form takes, whatever it says. */
const LONGEST_TEXT = 16_384;
const LONGEST_LIST = 1_000;

/**
 * Reads the schema of a form: a JSON Schema, or a Standard Schema that can write one.
 * @throws TypeError when clients could not show it
 */
export function elicitationForm(source: StandardSchemaV1 | JsonSchema): ElicitationForm {
  const schema = isStandardSchema(source) ? jsonFormOf(source) : source;
  const properties = propertiesOf(schema, isStandardSchema(source));
  const fields = new Map(
    Object.entries(properties).map(([name, field]) => [name, fieldCheck(name, field)]),
  );
  const required = requiredOf(schema, fields);
  const published = {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
  };
  return {
    schema: deepFreeze(copyJson(published) as JsonObject),
    problem: (content) =>
      flatProblem(content, fields, required) ??
      (isStandardSchema(source) ? ownProblem(source, content) : undefined),
  };
}

function jsonFormOf(source: StandardSchemaV1): JsonSchema {
  const problems: string[] = [];
  const schema = standardJsonSchema(source, 'input', 'ctx.elicit()', (problem) =>
    problems.push(problem),
  );
  if (!schema) throw new TypeError(badForm(problems.join(' ')));
  return schema;
}

type Field = Readonly<Record<string, unknown>>;

/** @param isWritten by a library, which says more than a form can show, and checks it itself */
function propertiesOf(schema: unknown, isWritten: boolean): Readonly<Record<string, Field>> {
  if (!isRecord(schema) || schema['type'] !== 'object' || !isRecord(schema['properties']))
    throw new TypeError(badForm('it is no object with properties'));
  return Object.fromEntries(
    Object.entries(schema['properties']).map(([name, field]) => [
      name,
      knownPart(name, field, isWritten),
    ]),
  );
}

function knownPart(name: string, field: unknown, isWritten: boolean): Field {
  if (!isRecord(field)) throw new TypeError(badForm(`"${name}" is no schema`));
  const { type } = field;
  const keywords =
    typeof type === 'string' && Object.hasOwn(KEYWORDS, type) ? KEYWORDS[type]! : undefined;
  if (!keywords) throw new TypeError(badForm(`"${name}" is no string, number, boolean or choice`));
  const unknown = Object.keys(field).filter((keyword) => !keywords.includes(keyword));
  if (unknown.length > 0 && !isWritten)
    throw new TypeError(badForm(`"${name}" has ${unknown.map((word) => `"${word}"`).join(', ')}`));
  return Object.fromEntries(
    Object.entries(field).filter(([keyword]) => keywords.includes(keyword)),
  );
}

function requiredOf(schema: unknown, fields: ReadonlyMap<string, FieldCheck>): readonly string[] {
  const { required = [] } = schema as { required?: unknown };
  if (!Array.isArray(required) || !required.every((name) => fields.has(name as string)))
    throw new TypeError(badForm('"required" names what is no property'));
  return required as readonly string[];
}

function fieldCheck(name: string, field: Field): FieldCheck {
  const { type } = field;
  switch (type) {
    case 'string':
      return textCheck(name, field);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
    case 'array':
      return listCheck(name, field);
    default:
      return numberCheck(field, type === 'integer');
  }
}

function textCheck(name: string, field: Field): FieldCheck {
  const { minLength = 0, maxLength = LONGEST_TEXT, format } = field;
  if (format !== undefined && !FORMATS.includes(format as FormFormat))
    throw new TypeError(badForm(`"${name}" has a format other than ${FORMATS.join(', ')}`));
  const choices = choicesOf(name, field['enum'], field['oneOf']);
  return (value) => {
    if (typeof value !== 'string') return 'must be a text';
    if (value.length > LONGEST_TEXT) return 'is too long';
    if (choices) return choices.includes(value) ? undefined : 'must be one of the choices';
    const length = Array.from(value).length;
    if (length < (minLength as number)) return `must have at least ${String(minLength)} characters`;
    if (length > (maxLength as number)) return `must have at most ${String(maxLength)} characters`;
    if (format !== undefined && !isOfFormat(format as FormFormat, value))
      return `must be of the form ${format as FormFormat}`;
    return undefined;
  };
}

function numberCheck(field: Field, whole: boolean): FieldCheck {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = field;
  return (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
    if (whole && !Number.isSafeInteger(value)) return 'must be a whole number';
    if (value < (minimum as number)) return `must be at least ${String(minimum)}`;
    if (value > (maximum as number)) return `must be at most ${String(maximum)}`;
    return undefined;
  };
}

function listCheck(name: string, field: Field): FieldCheck {
  const { items, minItems = 0, maxItems = LONGEST_LIST } = field;
  const choices = isRecord(items) ? choicesOf(name, items['enum'], items['anyOf']) : undefined;
  if (!choices) throw new TypeError(badForm(`"${name}" is a list of something else than choices`));
  return (value) => {
    if (!Array.isArray(value) || value.length > LONGEST_LIST) return 'must be a list';
    if (value.length < (minItems as number))
      return `must have at least ${String(minItems)} entries`;
    if (value.length > (maxItems as number)) return `must have at most ${String(maxItems)} entries`;
    return value.every((item) => choices.includes(item)) ? undefined : 'must hold choices only';
  };
}

/** Of `enum`, or of `oneOf`/`anyOf` with a `const` and a `title` each. */
function choicesOf(name: string, plain: unknown, titled: unknown): readonly unknown[] | undefined {
  const list = plain ?? titled;
  if (list === undefined) return undefined;
  const values =
    plain === undefined && Array.isArray(titled)
      ? titled.map((choice) => (isRecord(choice) ? choice['const'] : undefined))
      : list;
  if (
    !Array.isArray(values) ||
    values.length === 0 ||
    !values.every((value) => typeof value === 'string')
  )
    throw new TypeError(badForm(`the choices of "${name}" are no texts`));
  return values;
}

function flatProblem(
  content: unknown,
  fields: ReadonlyMap<string, FieldCheck>,
  required: readonly string[],
): string | undefined {
  if (!isRecord(content)) return 'the form is not an object';
  for (const name of required)
    if (!Object.hasOwn(content, name)) return `"${name}" was not filled in`;
  for (const [name, value] of Object.entries(content)) {
    const check = fields.get(name);
    if (!check) return 'it has a field that was not asked for';
    const problem = check(value);
    if (problem !== undefined) return `"${name}" ${problem}`;
  }
  return undefined;
}

/** What the schema's own library says beyond what its JSON form can. */
function ownProblem(source: StandardSchemaV1, content: unknown): string | undefined {
  const outcome = source['~standard'].validate(copyJson(content));
  // A promise cannot be waited for here, and an unchecked answer must not pass for a checked one.
  if (isPromiseLike(outcome)) return 'the schema checks only asynchronously';
  return outcome.issues ? (outcome.issues[0]?.message ?? 'it does not fit') : undefined;
}
