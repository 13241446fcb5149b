import { deepFreeze } from '../common/deep-freeze.js';
import type { JsonObject, JsonSchema } from '../common/json.js';
import { copyJson } from '../common/json-copy.js';
import { clampArguments } from './argument-clamp.js';
import { compileDefaults } from './argument-defaults.js';
import type { ArgumentLimits } from './argument-limits.js';
import { compileRepair } from './argument-repair.js';
import type { InputBlueprint } from './input-blueprint.js';
import { shapeOf, withParts, type Shape } from './schema-shape.js';
import type { SchemaValidator } from './schema-validator.js';
import type { ArgumentCheck, ToolInput } from './tool-input.js';

/** What the runtime adds to a declaration. */
export interface ToolInputOptions {
  readonly validator: SchemaValidator;
  /** Root keys that are dropped instead of refused where the schema does not declare them. */
  readonly ignoredKeys: readonly string[];
  /** Bounds of what repair may parse out of JSON text. @default 64 levels, 50 000 values */
  readonly limits?: ArgumentLimits;
}

const NOTHING: readonly string[] = Object.freeze([]);

/**
 * Compiles a declaration into what a call needs. A valid call pays for one verdict and its defaults; repair, and the second
 * verdict after it, are paid only by calls that would be refused.
 *
 * @throws SchemaCompileError when a schema cannot be enforced
 */
export function createToolInput(blueprint: InputBlueprint, options: ToolInputOptions): ToolInput {
  const compiled = options.validator.compile(blueprint.enforced);
  const repair = compileRepair(blueprint.enforced, options.limits);
  const fillDefaults = compileDefaults(blueprint.enforced);
  const droppable = undeclared(options.ignoredKeys, blueprint.enforced);
  const { clamps } = blueprint;

  const accepted = (
    args: Record<string, unknown>,
    repaired: readonly string[],
    ignored: readonly string[],
  ): ArgumentCheck => {
    fillDefaults?.(args);
    return { valid: true, args: args as JsonObject, repaired, ignored };
  };

  return {
    schema: deepFreeze(copyJson(blueprint.published)),
    clamps,
    sensitive: blueprint.sensitive,
    check(args, { repair: mayRepair }) {
      const ignored = drop(args, droppable);
      if (compiled.accepts(args)) return accepted(args, NOTHING, ignored);
      const repaired = mayRepair ? repair(args) : NOTHING;
      if (repaired.length > 0 && compiled.accepts(args)) return accepted(args, repaired, ignored);
      return { valid: false, issues: compiled.explain(args) };
    },
    clamp: (args) => clampArguments(args, clamps),
    bind: blueprint.bind ?? ((args) => ({ valid: true, input: copyJson(args) })),
  };
}

function drop(args: Record<string, unknown>, keys: readonly string[]): readonly string[] {
  let dropped: string[] | undefined;
  for (const key of keys)
    if (Object.hasOwn(args, key)) {
      delete args[key];
      (dropped ??= []).push(key);
    }
  return dropped ?? NOTHING;
}

/** The keys that the schema declares nowhere at its root, its alternatives included. */
function undeclared(keys: readonly string[], schema: JsonSchema): readonly string[] {
  const roots = new Set<Shape>([shapeOf(schema)]);
  for (const shape of roots)
    for (const other of [...withParts(shape), ...shape.unions.flat()]) roots.add(other);
  return keys.filter((key) => ![...roots].some(({ properties }) => properties.has(key)));
}
