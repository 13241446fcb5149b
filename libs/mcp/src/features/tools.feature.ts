import { settle } from '@toolgate/tool-runtime';
import type {
  Awaitable,
  Clock,
  Redactor,
  ToolContext,
  ToolContextMode,
  ToolRegistry,
  ToolResult,
} from '@toolgate/tool-runtime';
import type { InflightRequest, InflightRequests } from '../json-rpc/inflight-requests.js';
import { failure, headerMismatch, invalidParams } from '../json-rpc/mcp-failures.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import type { McpRequest } from '../json-rpc/mcp-request.js';
import { McpErrorCode } from '../protocol/error-codes.js';
import { paramHeaderMismatch } from '../protocol/param-header.checks.js';
import type { McpEra } from '../protocol/protocol-versions.js';
import type { McpFeature, McpMethod } from './mcp-feature.js';
import { CallExchange } from './tools/call-exchange.js';
import { logLevelOf, progressTokenOf, readCallParams } from './tools/call-params.js';
import type { CallParams } from './tools/call-params.js';
import { encodeCallResult } from './tools/call-result.encoder.js';
import { offeredAnswer } from './tools/offered-answer.js';
import type { ServedTool } from './tools/served-tool.js';
import type { ServedTools } from './tools/served-tools.js';
import type { ToolLists } from './tools/tool-lists.js';
import { unknownTool } from './tools/tools.messages.js';
import { traceContextOf } from './tools/trace-context.js';

/** What the tools feature works with. */
export interface ToolsFeatureParts {
  readonly registry: Pick<ToolRegistry, 'invoke' | 'has'>;
  readonly tools: ServedTools;
  readonly lists: ToolLists;
  readonly inflight: InflightRequests;
  readonly clock: Clock;
  readonly redactor: Pick<Redactor, 'redact' | 'redactText'>;
}

/** `tools/list` and `tools/call`: every call goes through the registry, and so through the whole pipeline. */
export class ToolsFeature implements McpFeature {
  readonly methods: ReadonlyMap<string, McpMethod>;

  constructor(private readonly parts: ToolsFeatureParts) {
    const eras: readonly McpEra[] = ['modern', 'legacy'];
    this.methods = new Map<string, McpMethod>([
      ['tools/list', { eras, handle: (request) => this.list(request) }],
      ['tools/call', { eras, handle: (request) => this.call(request) }],
    ]);
  }

  capabilities() {
    return { tools: {} };
  }

  private list(request: McpRequest): Awaitable<McpReply> {
    const { id, context, codec, params } = request;
    return settle(this.parts.lists.page(context, codec, params['cursor']), (resultJson) =>
      resultJson === undefined
        ? invalidParams(request, '"cursor" is not one of this list')
        : { id, resultJson },
    );
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
    const { exchange, offered } = request;
    const options = offered && { answer: { result: offeredAnswer(offered.result) } };
    const inflight = isCancelledByMessage(request) ? this.parts.inflight.open(request) : undefined;
    const progressToken = progressTokenOf(request);
    const logLevel = logLevelOf(request);
    const heard =
      progressToken === undefined && logLevel === undefined
        ? undefined
        : new CallExchange(
            exchange,
            { progressToken, logLevel },
            this.parts.clock,
            this.parts.redactor,
          );
    const caller = callerOf(request, mode, inflight, heard);
    return settle(this.parts.registry.invoke(name, args, caller, options), (result) =>
      answer(request, tool, result, inflight, heard),
    );
  }
}

/** The caller on the way back of this one call. */
function callerOf(
  request: McpRequest,
  mode: ToolContextMode,
  inflight: InflightRequest | undefined,
  heard: CallExchange | undefined,
): ToolContext {
  const { context, exchange } = request;
  const signal = inflight ? inflight.signal : exchange.signal;
  const trace = traceContextOf(request);
  if (!signal && !heard && !trace && mode === 'execute') return context;
  return context.with({
    signal,
    exchange: heard,
    mode: mode === 'plan' ? 'plan' : context.mode,
    extra: trace && { ...context.extra, trace },
  });
}

/** Elsewhere the signal of the exchange says it: a modern HTTP client hangs up, and standard input knows which requests are its own. */
function isCancelledByMessage({ codec, exchange: { transport } }: McpRequest): boolean {
  return transport === 'direct' || (transport === 'http' && codec.era === 'legacy');
}

function answer(
  request: McpRequest,
  tool: ServedTool,
  result: ToolResult,
  inflight: InflightRequest | undefined,
  heard: CallExchange | undefined,
): McpReply | undefined {
  inflight?.close();
  if (inflight ? inflight.isCancelled : request.exchange.signal?.aborted) {
    heard?.abandon();
    return undefined;
  }
  heard?.close();
  return { id: request.id, resultJson: encodeCallResult(request, tool, result) };
}
