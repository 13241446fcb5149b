import type { JsonSchema } from '../common/json.js';
import type { ToolDefinition } from './tool-definition.js';

/** Hints for a client about what a tool does, as MCP spells them. Derived from the declaration, never written by hand. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

/** A tool as clients see it: plain JSON. */
export interface ToolSummary {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
  readonly version?: string;
}

/** What clients may know of a tool. */
export function summarize(tool: ToolDefinition): ToolSummary {
  const { name, title, description, version, input, output, readOnly, mutating, idempotent } = tool;
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
  };
}
