import { change, loosens, tightens } from '../lock-difference.js';
import type { Change } from '../lock-difference.js';

type SchemaObject = Readonly<Record<string, unknown>>;

/** `additionalProperties` and its younger sibling: what a schema says about members it does not name. */
const CLOSING = ['additionalProperties', 'unevaluatedProperties'] as const;

/** Members by name, never by look-up: a name may be `constructor`. */
export function membersOf(schema: SchemaObject, keyword: string): ReadonlyMap<string, unknown> {
  const members = schema[keyword];
  return new Map(typeof members === 'object' && members !== null ? Object.entries(members) : []);
}

/** What a schema demands of a member that it does not name: `false` forbids it, an empty schema demands nothing. */
export function restOf(schema: SchemaObject): unknown {
  const [rest] = CLOSING.map((keyword) => schema[keyword]).filter((value) => value !== undefined);
  return rest ?? {};
}

/** Names that must be there, or must no longer. */
export function diffRequired(
  before: unknown,
  after: unknown,
  where: (name: string) => string,
): readonly Change[] {
  const older = namesIn(before);
  const newer = namesIn(after);
  return [
    ...older
      .filter((name) => !newer.includes(name))
      .map((name) => loosens(`${where(name)}: no longer required`)),
    ...newer
      .filter((name) => !older.includes(name))
      .map((name) => tightens(`${where(name)}: now required`)),
  ];
}

/** Types on one side only; `integer` is part of `number`. */
export function diffTypes(before: unknown, after: unknown, where: string): readonly Change[] {
  const older = typesIn(before);
  const newer = typesIn(after);
  const gained = uncovered(newer, older);
  const lost = uncovered(older, newer);
  if (gained.length === 0 && lost.length === 0) return [];
  const message = `${where}: type is ${typesText(newer)} instead of ${typesText(older)}`;
  return [change(gained.length > 0, message)];
}

/** The moment an object opens or closes; schemas for the members that are not named are compared elsewhere. */
export function diffClosing(
  before: SchemaObject,
  after: SchemaObject,
  where: string,
): readonly Change[] {
  if (isClosed(before) === isClosed(after)) return [];
  return isClosed(before)
    ? [loosens(`${where}: additionalProperties opened; members that are not declared are accepted`)]
    : [tightens(`${where}: additionalProperties closed`)];
}

function isClosed(schema: SchemaObject): boolean {
  return restOf(schema) === false;
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function typesIn(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value.map(String) : [typeof value === 'string' ? value : '?'];
}

/** What the first allows and the second does not; no types at all are all types. */
function uncovered(
  types: readonly string[] | undefined,
  others: readonly string[] | undefined,
): readonly string[] {
  if (others === undefined) return [];
  if (types === undefined) return ['any'];
  return types.filter(
    (type) => !others.includes(type) && !(type === 'integer' && others.includes('number')),
  );
}

function typesText(types: readonly string[] | undefined): string {
  return types?.join(' | ') ?? 'any';
}
