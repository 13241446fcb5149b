import { isRecord } from '../common/json.js';
import type { MutableSchema } from './data-type.schema.js';
import { mapSubschemas } from './subschemas.js';

/** Property names from the root; `*` for every element of an array. */
export type DataPath = readonly string[];

/**
 * Places of values that a schema marks `writeOnly` or `sensitive`. Where a place has no path, because it is inside a type that contains itself
 * or under a name that is not declared, the nearest enclosing value is named instead: too much is hidden rather than too little.
 */
export function sensitivePaths(root: MutableSchema): readonly DataPath[] {
  const found = new Map<string, DataPath>();
  const add = (path: DataPath): void => {
    found.set(JSON.stringify(path), path);
  };
  const visit = (schema: unknown, path: DataPath): void => {
    if (!isRecord(schema)) return;
    if (isMarked(schema) || hasHiddenMark(schema, root)) {
      add(path);
      return;
    }
    if (isRecord(schema['properties']))
      for (const [name, member] of Object.entries(schema['properties']))
        visit(member, [...path, name]);
    for (const element of [schema['items'], schema['contains'], ...listOf(schema['prefixItems'])])
      visit(element, [...path, '*']);
    for (const same of sameValue(schema)) visit(same, path);
  };
  visit(root, []);
  return [...found.values()];
}

function isMarked(schema: MutableSchema): boolean {
  return schema['sensitive'] === true || schema['writeOnly'] === true;
}

/** A mark somewhere below that no path leads to. */
function hasHiddenMark(schema: MutableSchema, root: MutableSchema): boolean {
  const hidden: unknown[] = [schema['additionalProperties'], schema['unevaluatedProperties']];
  if (isRecord(schema['patternProperties']))
    hidden.push(...Object.values(schema['patternProperties']));
  if (typeof schema['$ref'] === 'string') hidden.push(target(schema['$ref'], root));
  return hidden.some((part) => containsMark(part, root, new Set()));
}

function containsMark(part: unknown, root: MutableSchema, seen: Set<unknown>): boolean {
  if (part === null || typeof part !== 'object' || seen.has(part)) return false;
  seen.add(part);
  if (Array.isArray(part)) return part.some((member) => containsMark(member, root, seen));
  const schema = part as MutableSchema;
  return (
    isMarked(schema) ||
    (typeof schema['$ref'] === 'string' &&
      containsMark(target(schema['$ref'], root), root, seen)) ||
    Object.values(schema).some((member) => containsMark(member, root, seen))
  );
}

/** What a reference points to; only those to definitions are left once references have been written out. */
function target(reference: string, root: MutableSchema): unknown {
  const definitions = root['$defs'];
  const name = reference.slice('#/$defs/'.length);
  return isRecord(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}

/** Schemas that speak about the same value. */
function sameValue(schema: MutableSchema): readonly unknown[] {
  return [
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(schema[keyword])),
    ...['then', 'else', 'if', 'not'].map((keyword) => schema[keyword]),
    ...(isRecord(schema['dependentSchemas']) ? Object.values(schema['dependentSchemas']) : []),
  ];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A copy without the mark `sensitive`, which only the runtime understands. */
export function withoutMarks(schema: MutableSchema): MutableSchema {
  return mapSubschemas(schema, ({ sensitive: _mark, ...own }) => own) as MutableSchema;
}
