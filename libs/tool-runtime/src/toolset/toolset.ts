import type { ToolContext } from '../context/tool-context.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import type { ToolResult } from '../result/tool-result.js';
import type { AiSdkTool } from './ai-sdk.tool.js';
import { anthropicTool } from './anthropic.tool.js';
import type { AnthropicTool } from './anthropic.tool.js';
import { openAiChatTool, openAiResponsesTool } from './openai.tool.js';
import type { OpenAiChatTool, OpenAiResponsesTool } from './openai.tool.js';

/** How a toolset calls: `ToolRegistry.call`, for which there are no tools but those of the set. */
export type ToolsetCall = (
  name: string,
  args: unknown,
  context: ToolContext,
  known: ReadonlySet<string>,
) => Promise<ToolResult>;

/**
 * The tools that one caller could call when it was made, in the shapes that agents inside the host's own process take. Whatever the shape,
 * every call runs through the whole pipeline as this caller, and is decided anew: being in the set is no permission.
 *
 * @example
 * ```ts
 * const toolset = await registry.toolset(ToolContext.web({ principal: 'user:ann', scopes: ['orders:read'] }));
 * const response = await openai.responses.create({ model, input, tools: toolset.openAiResponses() });
 * for (const item of response.output)
 *   if (item.type === 'function_call') {
 *     const result = await toolset.call(item.name, item.arguments);
 *     input.push(item, { type: 'function_call_output', call_id: item.call_id, output: JSON.stringify(result) });
 *   }
 * ```
 */
export class Toolset {
  private readonly known: ReadonlySet<string>;

  /**
   * @param context on whose behalf the agent calls
   * @param tools in the order in which a model reads them
   * @param invoke see {@link ToolsetCall}
   */
  constructor(
    readonly context: ToolContext,
    readonly tools: readonly ToolDefinition[],
    private readonly invoke: ToolsetCall,
  ) {
    this.known = new Set(this.names);
  }

  /** Names of the tools, in order. */
  get names(): readonly string[] {
    return this.tools.map(({ name }) => name);
  }

  /** A set of only these tools, in this order; names that are not in the set are left out. For what fits a token budget, for example. */
  only(names: Iterable<string>): Toolset {
    const known = new Map(this.tools.map((tool) => [tool.name, tool]));
    const chosen = [...new Set(names)].flatMap((name) => known.get(name) ?? []);
    return new Toolset(this.context, chosen, this.invoke);
  }

  /**
   * Runs the call that a model asked for. Never rejects.
   *
   * @param name as the model wrote it; what is not in the set is `TOOL_NOT_FOUND`, even if the application has such a tool
   * @param args an object, or its JSON text as OpenAI sends it
   * @param signal cancels the call
   */
  call(name: string, args?: unknown, signal?: AbortSignal): Promise<ToolResult> {
    return this.invoke(name, argumentsOf(args), this.contextFor(signal), this.known);
  }

  /** For `tools` of OpenAI's Chat Completions API and of services that speak the same protocol. */
  openAiChat(): OpenAiChatTool[] {
    return this.tools.map(openAiChatTool);
  }

  /** For `tools` of OpenAI's Responses API. */
  openAiResponses(): OpenAiResponsesTool[] {
    return this.tools.map(openAiResponsesTool);
  }

  /** For `tools` of Anthropic's Messages API. */
  anthropic(): AnthropicTool[] {
    return this.tools.map(anthropicTool);
  }

  /**
   * For `tools` of `generateText` and `streamText` of the Vercel AI SDK, which runs the calls itself.
   *
   * @param jsonSchema the function of this name that the package `ai` exports; passed in, so that the runtime does not depend on the package
   * @example
   * ```ts
   * import { generateText, jsonSchema, stepCountIs } from 'ai';
   *
   * await generateText({ model, prompt, tools: toolset.aiSdk(jsonSchema), stopWhen: stepCountIs(5) });
   * ```
   */
  aiSdk<Schema>(jsonSchema: (schema: never) => Schema): Record<string, AiSdkTool<Schema>> {
    // Without a prototype: a model that asks for "constructor" must not find one.
    const tools = Object.create(null) as Record<string, AiSdkTool<Schema>>;
    for (const { name, description, input } of this.tools)
      tools[name] = {
        description,
        inputSchema: jsonSchema(input.schema as never),
        execute: async (args, options) =>
          (await this.call(name, args, options?.abortSignal)).toJSON(),
      };
    return tools;
  }

  private contextFor(signal: AbortSignal | undefined): ToolContext {
    if (!signal) return this.context;
    return this.context.with({ signal: AbortSignal.any([signal, this.context.signal]) });
  }
}

/** Clients send nothing at all for a tool without arguments. What is no JSON is left for the pipeline to refuse. */
function argumentsOf(args: unknown): unknown {
  if (typeof args !== 'string') return args;
  if (args.trim() === '') return undefined;
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}
