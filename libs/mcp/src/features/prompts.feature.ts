import { settle } from '@toolgate/tool-runtime';
import type { Awaitable, KindRegistry, ToolResult } from '@toolgate/tool-runtime';
import { failure, invalidParams } from '../json-rpc/mcp-failures.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import type { McpRequest } from '../json-rpc/mcp-request.js';
import { McpErrorCode } from '../protocol/error-codes.js';
import type { McpEra } from '../protocol/protocol-versions.js';
import { requestIdMember } from './calls/call-meta.js';
import type { MethodCalls } from './calls/method-calls.js';
import { refusedCall } from './calls/refused-call.js';
import type { McpLists } from './listing/mcp-lists.js';
import type { ListedItem } from './listing/served-lists.js';
import type { McpFeature, McpMethod } from './mcp-feature.js';
import { readPromptParams } from './prompts/prompt-params.js';
import type { PromptParams } from './prompts/prompt-params.js';
import { unknownPrompt } from './prompts/prompts.messages.js';
import type { ServedPrompts } from './prompts/served-prompt.js';

/** What the prompts feature works with. */
export interface PromptsFeatureParts {
  readonly promptRegistry: KindRegistry;
  readonly prompts: ServedPrompts;
  readonly lists: Pick<McpLists, 'prompts'>;
  readonly calls: MethodCalls;
}

const NOBODY: ReadonlySet<string> = new Set();

/** `prompts/list` and `prompts/get`: every prompt runs through the whole pipeline, like a tool. */
export class PromptsFeature implements McpFeature {
  readonly methods: ReadonlyMap<string, McpMethod>;

  constructor(private readonly parts: PromptsFeatureParts) {
    const eras: readonly McpEra[] = ['modern', 'legacy'];
    const isServed = () => parts.prompts.isAny;
    this.methods = new Map<string, McpMethod>([
      ['prompts/list', { eras, isServed, handle: (request) => parts.lists.prompts.reply(request) }],
      [
        'prompts/get',
        {
          eras,
          isServed,
          handle: (request) => this.get(request),
          target: ({ name }) =>
            typeof name === 'string' ? parts.prompts.find(name)?.definition : undefined,
        },
      ],
    ]);
  }

  capabilities(_era: McpEra, pushes: boolean): Readonly<Record<string, unknown>> {
    return this.parts.prompts.isAny ? { prompts: pushes ? { listChanged: true } : {} } : {};
  }

  private get(request: McpRequest): Awaitable<McpReply | undefined> {
    const params = readPromptParams(request);
    if (typeof params === 'string') return invalidParams(request, params);
    const prompt = this.parts.prompts.find(params.name);
    return prompt ? this.run(request, params, prompt) : this.unknown(request, params);
  }

  /** The runtime is asked as well, so that the attempt is audited, but told that it knows nothing: what this server does not serve must not run. */
  private unknown(request: McpRequest, { name, args }: PromptParams): Awaitable<McpReply> {
    const refused = failure(request, McpErrorCode.INVALID_PARAMS, unknownPrompt(name));
    const attempt = this.parts.promptRegistry.invoke(name, args, request.context, {
      known: NOBODY,
    });
    return settle(attempt, () => refused);
  }

  private run(
    request: McpRequest,
    { name, args }: PromptParams,
    prompt: ListedItem,
  ): Awaitable<McpReply | undefined> {
    const options = request.offered && { answer: request.offered };
    return this.parts.calls.run(request, {
      mode: 'execute',
      asked: { definition: prompt.definition, args },
      invoke: (caller) => this.parts.promptRegistry.invoke(name, args, caller, options),
      reply: (result) => replyWith(request, prompt, result),
    });
  }
}

function replyWith(request: McpRequest, { definition }: ListedItem, result: ToolResult): McpReply {
  const { success, type, dataJson, data } = result;
  if (!success || type === 'confirmation' || type === 'plan') return refusedCall(request, result);
  const own = Object.hasOwn(data as object, 'description');
  const description = own ? '' : `"description":${JSON.stringify(definition.description)},`;
  // The pipeline has written the data out already: an object with at least the messages.
  const members = `${description}${dataJson.slice(1, -1)}`;
  return {
    id: request.id,
    resultJson: request.codec.completeJson(members, requestIdMember(result)),
  };
}
