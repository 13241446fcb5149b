import type { Icon } from '../declaration/tool-options.js';
import type { JsonObject, JsonSchema } from '../common/json.js';
import type { ToolDefinition } from './tool-definition.js';

/** Hints for a client about what a tool does, as MCP spells them. Derived from the declaration, never written by hand. */
export interface ToolAnnotations {
  readonly title?: string;
  /** The tool changes nothing. */
  readonly readOnlyHint: boolean;
  /** The tool may destroy: it changes something, and calling it twice is not the same as once. */
  readonly destructiveHint: boolean;
  /** Calling it twice has the effect of calling it once. */
  readonly idempotentHint: boolean;
}

/** A tool as clients see it: plain JSON. */
export interface ToolSummary {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** JSON Schema 2020-12 of the arguments, frozen. */
  readonly inputSchema: JsonSchema;
  /** JSON Schema 2020-12 of `data` on success, frozen. */
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
  readonly version?: string;
  readonly icons?: readonly Icon[];
  /** What the declaration wants clients to know. */
  readonly _meta?: JsonObject;
}

/** What clients may know of a tool. */
export function summarize(tool: ToolDefinition): ToolSummary {
  const { name, title, description, version, input, output, readOnly, mutating, idempotent } = tool;
  const { icons, _meta } = tool;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: input.schema,
    ...(output ? { outputSchema: output.schema } : {}),
    annotations: {
      ...(title === undefined ? {} : { title }),
      readOnlyHint: readOnly,
      destructiveHint: mutating && !idempotent,
      idempotentHint: idempotent,
    },
    ...(version === undefined ? {} : { version }),
    ...(icons === undefined ? {} : { icons }),
    ...(_meta === undefined ? {} : { _meta }),
  };
}
