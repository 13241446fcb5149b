import { isRecord, type JsonSchema } from '../common/json.js';
import { copyJson } from '../common/json-copy.js';
import {
  applicableShapes,
  elementShapes,
  propertyShapes,
  shapeOf,
  type Shape,
} from './schema-shape.js';

/** Fills absent properties of valid arguments in place. */
export type ArgumentDefaults = (args: Record<string, unknown>) => void;

/**
 * Prepares the filling of `default`s: of every property that is absent while the object it belongs to is there, at any depth.
 * An object that is itself absent is not made up for the sake of the defaults inside it.
 *
 * @returns undefined when the schema has no defaults, so that calls of such a tool pay nothing
 */
export function compileDefaults(schema: JsonSchema): ArgumentDefaults | undefined {
  const root = shapeOf(schema);
  const reach = reachOf(root);
  if (!reach.leading.has(root)) return undefined;
  const rootShapes = [root];
  return (args) => fill(rootShapes, args, reach);
}

/** Where defaults are, so that the rest of the data is not walked. */
interface Reach {
  /** Shapes with a default in them, at any depth. */
  readonly leading: ReadonlySet<Shape>;
  /** Those of them that have it in a member or element. */
  readonly below: ReadonlySet<Shape>;
}

function fill(shapes: readonly Shape[], value: unknown, reach: Reach): void {
  if (!shapes.some((shape) => reach.leading.has(shape))) return;
  const applicable = applicableShapes(shapes, value);
  if (isRecord(value))
    for (const { defaults } of applicable)
      for (const [name, preset] of defaults)
        if (!Object.hasOwn(value, name)) value[name] = copyJson(preset);
  if (!applicable.some((shape) => reach.below.has(shape))) return;
  if (Array.isArray(value))
    value.forEach((element, index) => {
      if (isContainer(element)) fill(elementShapes(applicable, index), element, reach);
    });
  else if (isRecord(value))
    for (const name of Object.keys(value))
      if (isContainer(value[name])) fill(propertyShapes(applicable, name), value[name], reach);
}

const isContainer = (value: unknown) => value !== null && typeof value === 'object';

function reachOf(root: Shape): Reach {
  const all = new Set([root]);
  for (const shape of all) for (const next of [...sameValue(shape), ...inner(shape)]) all.add(next);
  const leading = new Set([...all].filter((shape) => shape.defaults.size > 0));
  const leads = (shape: Shape) => leading.has(shape);
  for (let before = -1; before < leading.size;) {
    before = leading.size;
    for (const shape of all)
      if (sameValue(shape).some(leads) || inner(shape).some(leads)) leading.add(shape);
  }
  return { leading, below: new Set([...all].filter((shape) => inner(shape).some(leads))) };
}

const sameValue = ({ parts, unions }: Shape): readonly Shape[] => [...parts, ...unions.flat()];

const inner = ({ properties, additional, prefixItems, items }: Shape): readonly Shape[] =>
  [...properties.values(), additional, items, ...prefixItems].filter((next) => next !== undefined);
