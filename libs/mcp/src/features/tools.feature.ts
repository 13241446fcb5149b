import { settle } from '@toolgate/tool-runtime';
import type { Awaitable, ToolRegistry } from '@toolgate/tool-runtime';
import { failure, headerMismatch, invalidParams } from '../json-rpc/mcp-failures.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import type { McpRequest } from '../json-rpc/mcp-request.js';
import { McpErrorCode } from '../protocol/error-codes.js';
import { paramHeaderMismatch } from '../protocol/param-header.checks.js';
import type { McpEra } from '../protocol/protocol-versions.js';
import type { MethodCalls } from './calls/method-calls.js';
import type { McpLists } from './listing/mcp-lists.js';
import type { McpFeature, McpMethod } from './mcp-feature.js';
import { readCallParams } from './tools/call-params.js';
import type { CallParams } from './tools/call-params.js';
import { encodeCallResult } from './tools/call-result.encoder.js';
import { offeredAnswer } from './tools/offered-answer.js';
import type { ServedTool } from './tools/served-tool.js';
import type { ServedTools } from './tools/served-tools.js';
import { unknownTool } from './tools/tools.messages.js';

/** What the tools feature works with. */
export interface ToolsFeatureParts {
  readonly registry: Pick<ToolRegistry, 'invoke' | 'has'>;
  readonly tools: ServedTools;
  readonly lists: Pick<McpLists, 'tools'>;
  readonly calls: MethodCalls;
}

/** `tools/list` and `tools/call`: every call goes through the registry, and so through the whole pipeline. */
export class ToolsFeature implements McpFeature {
  readonly methods: ReadonlyMap<string, McpMethod>;

  constructor(private readonly parts: ToolsFeatureParts) {
    const eras: readonly McpEra[] = ['modern', 'legacy'];
    this.methods = new Map<string, McpMethod>([
      ['tools/list', { eras, handle: (request) => this.list(request) }],
      [
        'tools/call',
        {
          eras,
          handle: (request) => this.call(request),
          target: ({ name }) =>
            typeof name === 'string' ? parts.tools.find(name)?.definition : undefined,
        },
      ],
    ]);
  }

  capabilities(_era: McpEra, pushes: boolean) {
    return { tools: pushes ? { listChanged: true } : {} };
  }

  private list(request: McpRequest): Awaitable<McpReply> {
    return this.parts.lists.tools.reply(request);
  }

  private call(request: McpRequest): Awaitable<McpReply | undefined> {
    const params = readCallParams(request);
    if (typeof params === 'string') return invalidParams(request, params);
    const tool = this.parts.tools.find(params.name);
    if (!tool) return this.unknown(request, params);
    const { headers } = request.exchange;
    if (tool.paramHeaders.length > 0 && headers && request.codec.era === 'modern') {
      const mismatch = paramHeaderMismatch(tool.paramHeaders, params.args, headers);
      if (mismatch) return headerMismatch(request, mismatch);
    }
    return this.run(request, params, tool);
  }

  /** The runtime is asked as well when it does not know the tool, so that the attempt is audited like every other call. */
  private unknown(request: McpRequest, { name, args }: CallParams): Awaitable<McpReply> {
    const refused = failure(request, McpErrorCode.INVALID_PARAMS, unknownTool(name));
    if (this.parts.registry.has(name)) return refused;
    return settle(this.parts.registry.invoke(name, args, request.context), () => refused);
  }

  private run(
    request: McpRequest,
    { name, args, mode }: CallParams,
    tool: ServedTool,
  ): Awaitable<McpReply | undefined> {
    const { offered } = request;
    const options = offered && { answer: { result: offeredAnswer(offered.result) } };
    return this.parts.calls.run(request, {
      mode,
      asked: { definition: tool.definition, args },
      invoke: (caller) => this.parts.registry.invoke(name, args, caller, options),
      reply: (result) => ({ id: request.id, resultJson: encodeCallResult(request, tool, result) }),
    });
  }
}
