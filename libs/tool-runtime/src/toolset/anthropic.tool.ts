import type { ToolDefinition } from '../registry/tool-definition.js';

/** A tool as Anthropic's Messages API takes it. */
export interface AnthropicTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  input_schema: { type: 'object'; properties?: unknown; required?: string[] };
}

/** What Anthropic's Messages API is told about a tool. */
export function anthropicTool({ name, description, input }: ToolDefinition): AnthropicTool {
  // The root of every compiled input is a closed object, which the general type of a JSON Schema does not say.
  return { name, description, input_schema: input.schema as AnthropicTool['input_schema'] };
}
