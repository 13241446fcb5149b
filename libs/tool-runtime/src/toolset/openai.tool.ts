import type { ToolDefinition } from '../registry/tool-definition.js';

/** A function as OpenAI's Chat Completions API takes it, and the many services that speak the same protocol. */
export interface OpenAiChatTool {
  type: 'function';
  function: {
    name: string;
    description: string;
    /** JSON Schema of the arguments. */
    parameters: Record<string, unknown>;
  };
}

/** A function as OpenAI's Responses API takes it. */
export interface OpenAiResponsesTool {
  type: 'function';
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
  /** Never strict: strict mode knows no optional arguments, and the pipeline checks every argument anyway. */
  strict: false;
}

/** What OpenAI's Chat Completions API is told about a tool. */
export function openAiChatTool({ name, description, input }: ToolDefinition): OpenAiChatTool {
  return { type: 'function', function: { name, description, parameters: input.schema } };
}

/** What OpenAI's Responses API is told about a tool. */
export function openAiResponsesTool(tool: ToolDefinition): OpenAiResponsesTool {
  const { name, description, input } = tool;
  return { type: 'function', name, description, parameters: input.schema, strict: false };
}
