import { isRecord, type JsonSchema } from '../common/json.js';
import { JsonType, jsonTypeOf, jsonTypesNamed } from './json-type.js';
import { resolveLocalReference } from './local-reference.js';

/**
 * What a schema says about the structure of a value: enough to walk data beside it. Where a keyword is not understood the
 * shape admits more than the schema, never less, so whoever changes only what a shape does not admit leaves valid data alone.
 */
export interface Shape {
  /** Types the value may have, alternatives included, as bits of {@link JsonType}. */
  readonly types: number;
  readonly properties: ReadonlyMap<string, Shape>;
  readonly required: ReadonlySet<string>;
  /** Shape of members that are not in {@link properties}; absent when nothing certain is known about them. */
  readonly additional: Shape | undefined;
  readonly prefixItems: readonly Shape[];
  /** Shape of elements after {@link prefixItems}. */
  readonly items: Shape | undefined;
  /** Shapes that apply to the same value as well: `$ref`, `allOf`. */
  readonly parts: readonly Shape[];
  /** Alternatives for the same value, one list per `anyOf` or `oneOf`. */
  readonly unions: readonly (readonly Shape[])[];
  /** Allowed scalars, when there is a closed list of them. */
  readonly constants: ReadonlySet<unknown> | undefined;
  /** `default`s of {@link properties}. */
  readonly defaults: ReadonlyMap<string, unknown>;
}

type Draft = { -readonly [Member in keyof Shape]: Shape[Member] };

/** Reads a schema once. Recursive schemas give cyclic shapes. */
export function shapeOf(schema: JsonSchema): Shape {
  const known = new Map<unknown, Draft>();
  const read = (value: unknown): Shape => {
    const seen = known.get(value);
    if (seen !== undefined) return seen;
    const draft = emptyShape();
    if (value === false) draft.types = 0;
    if (!isRecord(value)) return draft;
    known.set(value, draft);
    readInto(draft, value, read, (pointer) => resolveLocalReference(schema, pointer));
    return draft;
  };
  const root = read(schema);
  narrowTypes(known.values());
  return root;
}

function emptyShape(): Draft {
  return {
    types: JsonType.ANY,
    properties: new Map(),
    required: new Set(),
    additional: undefined,
    prefixItems: [],
    items: undefined,
    parts: [],
    unions: [],
    constants: undefined,
    defaults: new Map(),
  };
}

function readInto(
  draft: Draft,
  schema: Record<string, unknown>,
  read: (value: unknown) => Shape,
  resolve: (reference: string) => unknown,
): void {
  draft.constants = constantsOf(schema);
  draft.types = jsonTypesNamed(schema['type']) & typesOf(draft.constants);
  const properties = Object.entries(isRecord(schema['properties']) ? schema['properties'] : {});
  draft.properties = new Map(properties.map(([name, member]) => [name, read(member)]));
  draft.defaults = new Map(
    properties.flatMap(([name, member]) =>
      isRecord(member) && member['default'] !== undefined ? [[name, member['default']]] : [],
    ),
  );
  draft.required = new Set(listOf(schema['required']).map(String));
  // With patterns, an unlisted member may be under a pattern's schema instead of this one.
  if (isRecord(schema['additionalProperties']) && schema['patternProperties'] === undefined)
    draft.additional = read(schema['additionalProperties']);
  draft.prefixItems = listOf(schema['prefixItems']).map(read);
  if (isRecord(schema['items'])) draft.items = read(schema['items']);
  draft.parts = listOf(schema['allOf']).map(read);
  if (typeof schema['$ref'] === 'string') {
    const target = resolve(schema['$ref']);
    if (target !== undefined) draft.parts = [...draft.parts, read(target)];
  }
  draft.unions = ['anyOf', 'oneOf']
    .map((keyword) => listOf(schema[keyword]).map(read))
    .filter((branches) => branches.length > 0);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function constantsOf(schema: Record<string, unknown>): ReadonlySet<unknown> | undefined {
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  return Array.isArray(values) ? new Set(values) : undefined;
}

function typesOf(constants: ReadonlySet<unknown> | undefined): number {
  if (constants === undefined) return JsonType.ANY;
  let types = 0;
  for (const value of constants) types |= jsonTypeOf(value);
  return types;
}

/** Narrows each shape's own types by what its parts and alternatives leave of them. */
function narrowTypes(drafts: Iterable<Draft>): void {
  const finished = new Map<Shape, number>();
  const narrowed = (shape: Shape): number => {
    const known = finished.get(shape);
    if (known !== undefined) return known;
    // A schema that refers to itself for the same value restricts nothing by that.
    finished.set(shape, JsonType.ANY);
    let types = shape.types;
    for (const part of shape.parts) types &= narrowed(part);
    for (const branches of shape.unions)
      types &= branches.reduce((any, branch) => any | narrowed(branch), 0);
    finished.set(shape, types);
    return types;
  };
  for (const draft of drafts) draft.types = narrowed(draft);
}

/** The types a value may have under all these shapes together. */
export function admittedTypes(shapes: readonly Shape[]): number {
  let types: number = JsonType.ANY;
  for (const shape of shapes) types &= shape.types;
  return types;
}

/**
 * Every shape that certainly applies to a value: the given ones, their parts, and of each union the branch the value was
 * certainly meant for, if there is exactly one.
 */
export function applicableShapes(shapes: readonly Shape[], value: unknown): readonly Shape[] {
  if (shapes.every(({ parts, unions }) => parts.length === 0 && unions.length === 0)) return shapes;
  const applicable = new Set<Shape>();
  const add = (shape: Shape): void => {
    if (applicable.has(shape)) return;
    applicable.add(shape);
    shape.parts.forEach(add);
    for (const branches of shape.unions) {
      const fitting = branches.filter((branch) => mayFit(branch, value));
      if (fitting.length === 1) add(fitting[0]);
    }
  };
  shapes.forEach(add);
  return [...applicable];
}

/** False only when the value certainly breaks the branch: by its type, or by a property that needs another constant. */
function mayFit(branch: Shape, value: unknown): boolean {
  if ((jsonTypeOf(value) & branch.types) === 0) return false;
  if (!isRecord(value)) return true;
  for (const shape of withParts(branch))
    for (const [name, property] of shape.properties) {
      if (Object.hasOwn(value, name)) {
        const constants = property.constants;
        const member = value[name];
        if (constants !== undefined && isScalar(member) && !constants.has(member)) return false;
      } else if (shape.required.has(name) && property.constants !== undefined) return false;
    }
  return true;
}

const isScalar = (value: unknown) => value === null || typeof value !== 'object';

/** A shape and everything it refers to for the same value, alternatives left out. */
export function withParts(shape: Shape): ReadonlySet<Shape> {
  const all = new Set([shape]);
  for (const each of all) for (const part of each.parts) all.add(part);
  return all;
}

/** The shapes under which a property's value stands. */
export function propertyShapes(shapes: Iterable<Shape>, name: string): readonly Shape[] {
  const found = new Set<Shape>();
  for (const shape of shapes) {
    const property = shape.properties.get(name) ?? shape.additional;
    if (property !== undefined) found.add(property);
  }
  return [...found];
}

/** The shapes under which an element stands. */
export function elementShapes(shapes: Iterable<Shape>, index: number): readonly Shape[] {
  const found = new Set<Shape>();
  for (const shape of shapes) {
    const element = index < shape.prefixItems.length ? shape.prefixItems[index] : shape.items;
    if (element !== undefined) found.add(element);
  }
  return [...found];
}
