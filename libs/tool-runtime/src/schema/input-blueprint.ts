import type { Awaitable } from '../common/awaitable.js';
import type { JsonObject, JsonSchema } from '../common/json.js';
import type { BoundArguments, ClampRule } from './tool-input.js';

/**
 * What a declaration means, whichever of the three styles it was written in. The style knows how to make this;
 * everything after it (validation, repair, clamping) is the same for all styles.
 */
export interface InputBlueprint {
  /** Closed JSON Schema 2020-12 as clients see it, clamped bounds included. */
  readonly published: JsonSchema;
  /** The same schema as it is enforced: without the bounds that {@link clamps} moves values into. The same object where there are no clamps. */
  readonly enforced: JsonSchema;
  readonly clamps: readonly ClampRule[];
  readonly sensitive: readonly (readonly string[])[];
  /** Turns valid, clamped JSON arguments into what the method receives; must not keep or return parts of its argument. Absent: a plain copy. */
  readonly bind?: (args: JsonObject) => Awaitable<BoundArguments>;
}
