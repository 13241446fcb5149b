/** How much one call may send. */
export interface ArgumentLimits {
  /** Deepest nesting of objects and arrays, the argument object being the first level. */
  readonly maxDepth: number;
  /** Most values: every member and element counts, and so does the argument object. */
  readonly maxNodes: number;
}

/** What a call may send unless the module says otherwise. */
export const DEFAULT_ARGUMENT_LIMITS: ArgumentLimits = Object.freeze({
  maxDepth: 64,
  maxNodes: 50_000,
});

/** Most issues told about one call. More would not help the caller, and their number is in the caller's hands. */
export const MAX_ISSUES = 20;

/** Most repaired or clamped paths told about one call, for the same reason. */
export const MAX_REPORTED_PATHS = 50;
