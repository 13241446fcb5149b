import type { ToolParamOptions } from './tool-options.js';

const KEY = 'toolgate:property';

/**
 * Says what the schema says about one property of a DTO. Works alone, or beside decorators of class-validator and
 * class-transformer; several of them on one property add up.
 *
 * The type is the one TypeScript records for an annotated property, or that of a scalar initialiser. A constant initialiser is
 * also the default.
 *
 * @example
 * ```ts
 * class SearchInput {
 *   @ToolProperty({ description: 'Words to look for', maxLength: 200 })
 *   query: string;
 *
 *   @ToolProperty({ items: String, required: false })
 *   tags?: string[];
 *
 *   @ToolProperty({ clamp: [1, 100] })
 *   limit = 20;
 * }
 * ```
 */
export const ToolProperty = Object.assign(
  (options: ToolParamOptions = {}): PropertyDecorator =>
    (target, property) => {
      if (typeof property !== 'string')
        throw new TypeError(
          `@ToolProperty() was used on a property of ${target.constructor.name} whose name is a symbol; JSON knows only strings.`,
        );
      // Decorators of one property run from the last to the first, so what is there already stands further down and yields.
      const own = ownProperties(target);
      const merged = new Map([...own, [property, { ...own.get(property), ...options }]]);
      Reflect.defineMetadata(KEY, merged, target);
    },
  {
    /** Metadata key, on the prototype of a DTO, of the options by property. */
    KEY,
  },
);

/**
 * Keeps the value of a DTO property out of logs, audit records and confirmations. The same as `@ToolProperty({ sensitive: true })`.
 *
 * @example
 * ```ts
 * class SignInInput {
 *   @IsString() @Sensitive()
 *   password: string;
 * }
 * ```
 */
export function Sensitive(): PropertyDecorator {
  return ToolProperty({ sensitive: true });
}

/** Options of the decorated properties of a DTO class, base classes first, in the order of declaration. A subclass adds to what its base says. */
export function readToolProperties(prototype: object): ReadonlyMap<string, ToolParamOptions> {
  const merged = new Map<string, ToolParamOptions>();
  for (const level of prototypeChain(prototype).toReversed())
    for (const [property, options] of ownProperties(level))
      merged.set(property, { ...merged.get(property), ...options });
  return merged;
}

function ownProperties(prototype: object): ReadonlyMap<string, ToolParamOptions> {
  return (
    (Reflect.getOwnMetadata(KEY, prototype) as ReadonlyMap<string, ToolParamOptions> | undefined) ??
    new Map()
  );
}

function prototypeChain(prototype: object): readonly object[] {
  const chain: object[] = [];
  for (
    let level: object | null = prototype;
    level && level !== Object.prototype;
    level = Object.getPrototypeOf(level) as object | null
  )
    chain.push(level);
  return chain;
}
