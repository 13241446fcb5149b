import type { Awaitable } from '../common/awaitable.js';
import type { JsonObject, JsonSchema } from '../common/json.js';

/** One reason why arguments were refused. Never contains the offending value. */
export interface ArgumentIssue {
  /** Where: `lines[2].sku`; the empty string is the argument object itself. */
  readonly path: string;
  /** Which rule: a JSON Schema keyword, or the runtime's own word such as `depth` or `precision`. */
  readonly rule: string;
  /** What is wrong and what would be right, for the caller to read. */
  readonly message: string;
}

/** Outcome of checking arguments against the schema. */
export type ArgumentCheck =
  | {
      readonly valid: true;
      /** Arguments with repairs and defaults applied, not yet clamped. */
      readonly args: JsonObject;
      /** Paths that repair changed. */
      readonly repaired: readonly string[];
      /** Undeclared root keys of the ignore list that were dropped. */
      readonly ignored: readonly string[];
    }
  | { readonly valid: false; readonly issues: readonly ArgumentIssue[] };

/** Outcome of turning JSON arguments into what the method's parameters expect. */
export type BoundArguments =
  | { readonly valid: true; readonly input: unknown }
  | { readonly valid: false; readonly issues: readonly ArgumentIssue[] };

/** Brings one number or string length into range instead of refusing it. */
export interface ClampRule {
  /** Property names from the root; `*` stands for every element of an array. */
  readonly path: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** Longest string kept, in code points. */
  readonly maxLength?: number;
}

/**
 * Everything one tool knows about its arguments, compiled once at boot.
 * What it advertises is what it enforces; the one exception, clamped bounds, is stated in {@link ClampRule}.
 */
export interface ToolInput {
  /** The closed JSON Schema 2020-12 that clients see. Deeply frozen. */
  readonly schema: JsonSchema;
  readonly clamps: readonly ClampRule[];
  /** Paths of values that must never appear in logs; same form as {@link ClampRule.path}. */
  readonly sensitive: readonly (readonly string[])[];
  /**
   * Repairs (unless off), fills defaults and validates. Owns `args`: it may change it in place.
   * @param args a fresh copy made by `snapshotArguments`, without `confirm_token`
   */
  check(args: Record<string, unknown>, options: { readonly repair: boolean }): ArgumentCheck;
  /** Brings clamped values into range. Returns the very same object when nothing had to move, else a copy, and the paths that moved. */
  clamp(args: JsonObject): { readonly args: JsonObject; readonly clamped: readonly string[] };
  /**
   * Builds what the method receives (a DTO instance, real `Date`s and bigints, a Standard Schema's output) from clamped JSON
   * arguments, running the validators that JSON Schema cannot express. The result shares no object with `args`.
   */
  bind(args: JsonObject): Awaitable<BoundArguments>;
}
