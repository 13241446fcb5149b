import type { MutableSchema } from './data-type.schema.js';
import type { InputBlueprint } from './input-blueprint.js';
import type { DataPath } from './schema-paths.js';
import type { ClampRule } from './tool-input.js';

/** What a declaration means before the tool's own clamps are put on it. */
export interface InputDraft {
  /** As in {@link InputBlueprint}. */
  readonly published: MutableSchema;
  readonly enforced: MutableSchema;
  readonly clamps: readonly ClampRule[];
  readonly sensitive: readonly DataPath[];
  readonly bind: InputBlueprint['bind'];
}

/** Takes one complete sentence for the boot error. */
export type Report = (problem: string) => void;
