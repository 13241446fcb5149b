import { changes, loosens, mayLoosen, tightens } from '../lock-difference.js';
import type { Change } from '../lock-difference.js';
import { diffKeyword } from './keyword.diff.js';
import { diffClosing, diffRequired, diffTypes, membersOf, restOf } from './object.diff.js';
import { sameJson } from './same-json.js';

type SchemaObject = Readonly<Record<string, unknown>>;

/** Keywords with schemas by name. */
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);
/** Keywords with one schema, where it forbids something. */
const SINGLE: ReadonlySet<string> = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'propertyNames',
]);
/** Keywords with a list of schemas, of which one must fit: each is one more way in. */
const ALTERNATIVES: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);

/**
 * What changed between two JSON Schemas, and whether the newer one accepts more. Keywords are compared one by one; where that cannot tell
 * (`not`, `if`, `$ref` and unknown ones), the change is reported as one that may loosen.
 *
 * @param where how the value is called in messages; the schema of its member is called `where.member`
 */
export function diffSchema(before: unknown, after: unknown, where: string): readonly Change[] {
  const older = asSchema(before);
  const newer = asSchema(after);
  if (sameJson(older, newer)) return [];
  if (older === false) return [loosens(`${where}: accepted, which it was not`)];
  if (newer === false) return [tightens(`${where}: no longer accepted`)];
  return diffObjects(older, newer, where);
}

function diffObjects(before: SchemaObject, after: SchemaObject, where: string): readonly Change[] {
  const member = (name: string) => `${where}.${name}`;
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return [
    ...diffTypes(before['type'], after['type'], where),
    ...diffClosing(before, after, where),
    ...diffLonelyProperties(before, after, member),
    ...diffRequired(before['required'], after['required'], member),
    ...keywords.flatMap((keyword) => {
      if (keyword === 'type' || keyword === 'required') return [];
      if (MAPS.has(keyword)) return diffShared(keyword, before, after, where);
      if (SINGLE.has(keyword)) return diffSingle(keyword, before, after, where);
      if (ALTERNATIVES.has(keyword))
        return diffAlternatives(keyword, before[keyword], after[keyword], where);
      return diffKeyword(keyword, before[keyword], after[keyword], where);
    }),
  ];
}

/**
 * Properties that exist on one side only. What the other side says about members that it does not name applies to them there, so in a closed
 * object a property that comes is one more thing to send.
 */
function diffLonelyProperties(
  before: SchemaObject,
  after: SchemaObject,
  where: (name: string) => string,
): readonly Change[] {
  const older = membersOf(before, 'properties');
  const newer = membersOf(after, 'properties');
  const added = [...newer].filter(([name]) => !older.has(name));
  const removed = [...older].filter(([name]) => !newer.has(name));
  return [
    ...added.flatMap(([name, schema]) =>
      restOf(before) === false
        ? [loosens(`${where(name)}: property added`)]
        : orChanged(diffSchema(restOf(before), schema, where(name)), `${where(name)}: declared`),
    ),
    ...removed.flatMap(([name, schema]) =>
      restOf(after) === false
        ? [tightens(`${where(name)}: property removed`)]
        : orChanged(
            diffSchema(schema, restOf(after), where(name)),
            `${where(name)}: no longer declared`,
          ),
    ),
  ];
}

function orChanged(found: readonly Change[], message: string): readonly Change[] {
  return found.length > 0 ? found : [changes(message)];
}

/** Schemas that both sides have under one name. Names on one side only matter for patterns; properties are compared elsewhere. */
function diffShared(
  keyword: string,
  before: SchemaObject,
  after: SchemaObject,
  where: string,
): readonly Change[] {
  const older = membersOf(before, keyword);
  const newer = membersOf(after, keyword);
  const shared = [...older].flatMap(([name, schema]) =>
    newer.has(name) ? diffSchema(schema, newer.get(name), `${where}.${name}`) : [],
  );
  const hasSamePatterns =
    keyword !== 'patternProperties' || sameJson([...older.keys()], [...newer.keys()]);
  return hasSamePatterns ? shared : [...shared, mayLoosen(`${where}: other patternProperties`)];
}

function diffSingle(
  keyword: string,
  before: SchemaObject,
  after: SchemaObject,
  where: string,
): readonly Change[] {
  const older = before[keyword];
  const newer = after[keyword];
  // Opening and closing has been reported.
  if (older === false || newer === false) return [];
  const place = keyword === 'items' ? `${where}[]` : `${where}.*`;
  return diffSchema(older ?? true, newer ?? true, place);
}

function diffAlternatives(
  keyword: string,
  before: unknown,
  after: unknown,
  where: string,
): readonly Change[] {
  if (before === undefined) return [tightens(`${where}: ${keyword} added`)];
  if (after === undefined) return [loosens(`${where}: ${keyword} removed`)];
  if (!Array.isArray(before) || !Array.isArray(after))
    return [mayLoosen(`${where}: other ${keyword}`)];
  if (before.length === after.length)
    return before.flatMap((schema, index) =>
      diffSchema(schema, after[index], `${where}(${keyword} ${index + 1})`),
    );
  const isSubset = (few: readonly unknown[], many: readonly unknown[]) =>
    few.every((schema) => many.some((other) => sameJson(schema, other)));
  if (isSubset(before, after)) return [loosens(`${where}: alternative added to ${keyword}`)];
  if (isSubset(after, before)) return [tightens(`${where}: alternative removed from ${keyword}`)];
  return [mayLoosen(`${where}: other alternatives in ${keyword}`)];
}

/** `true` demands nothing, as an empty schema does. */
function asSchema(value: unknown): SchemaObject | false {
  if (value === false) return false;
  return typeof value === 'object' && value !== null ? (value as SchemaObject) : {};
}
