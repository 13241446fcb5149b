import type { JsonSchema, JsonValue } from '../common/json.js';
import type { ClampOption } from '../declaration/tool-options.js';

/** Any class that can be made without arguments. */
export type DtoClass = new () => object;

/** What every type has in common, wherever it stands. */
export interface DataTypeTraits {
  /** JSON Schema keywords besides the type itself: bounds, formats, a description. */
  readonly keywords: Readonly<Record<string, unknown>>;
  readonly nullable: boolean;
  readonly sensitive: boolean;
  readonly clamp: ClampOption | undefined;
}

/**
 * A type as the runtime understands it, read once from decorators and reflected types. It knows both sides: the JSON form that
 * callers write, and what the method receives.
 */
export type DataType = DataTypeTraits &
  (
    | { readonly kind: 'string' | 'number' | 'integer' | 'boolean' }
    | { readonly kind: 'enum'; readonly values: readonly (string | number)[] }
    /** A schema the user wrote; values pass as they are. */
    | { readonly kind: 'json'; readonly schema: JsonSchema }
    /** `text`: a date-time, or a date when the format says so. `epoch`: milliseconds since 1970. */
    | { readonly kind: 'date'; readonly form: 'text' | 'epoch' }
    | { readonly kind: 'bigint' }
    /** Base64; `buffer` gives Node's `Buffer`, else a `Uint8Array`. */
    | { readonly kind: 'bytes'; readonly buffer: boolean }
    | { readonly kind: 'array' | 'set'; readonly items: DataType }
    /** `map` gives a `Map`, `record` a plain object. */
    | { readonly kind: 'map' | 'record'; readonly values: DataType }
    | { readonly kind: 'object'; readonly properties: readonly DataProperty[] }
    | { readonly kind: 'class'; readonly type: DataClass }
  );

/** One member of an object. */
export interface DataProperty {
  readonly name: string;
  readonly type: DataType;
  readonly required: boolean;
  /** What a missing member becomes; published in the schema. */
  readonly default: { readonly value: JsonValue } | undefined;
  /** The validation of the enclosing instance reaches into this one. */
  readonly validatedByOwner: boolean;
  /** Runs on the converted value of a member that is there. */
  readonly transform: PropertyTransform | undefined;
}

/** @param source the JSON the owner was made from; a copy */
export type PropertyTransform = (
  value: unknown,
  source: Readonly<Record<string, unknown>>,
) => unknown;

/** A DTO class. Refers to itself, directly or not, when the class does. */
export interface DataClass {
  readonly name: string;
  /** Has validators that run on an instance. */
  readonly validated: boolean;
  /** Makes an instance with its initialisers applied. */
  readonly create: () => object;
  /** Filled after the object exists, so that a class can contain itself. */
  properties: readonly DataProperty[];
}

/** The traits of a type about which nothing more was said. */
export const PLAIN_TRAITS: DataTypeTraits = Object.freeze({
  keywords: Object.freeze({}),
  nullable: false,
  sensitive: false,
  clamp: undefined,
});
