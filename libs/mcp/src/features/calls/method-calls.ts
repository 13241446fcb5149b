import { settle } from '@toolgate/tool-runtime';
import type {
  Awaitable,
  Clock,
  Redactor,
  ToolContext,
  ToolContextMode,
  ToolResult,
} from '@toolgate/tool-runtime';
import type { InflightRequest, InflightRequests } from '../../json-rpc/inflight-requests.js';
import type { McpReply } from '../../json-rpc/mcp-reply.js';
import type { McpRequest } from '../../json-rpc/mcp-request.js';
import { isCancelledByMessage } from './cancelled-by-message.js';
import { CallExchange } from './call-exchange.js';
import { logLevelOf, progressTokenOf } from './call-wishes.js';
import { traceContextOf } from './trace-context.js';

/** What {@link MethodCalls} works with. */
export interface MethodCallParts {
  readonly inflight: InflightRequests;
  readonly clock: Clock;
  readonly redactor: Pick<Redactor, 'redact' | 'redactText'>;
}

/** A request that runs something governed. */
export interface MethodCall {
  readonly mode: ToolContextMode;
  /** Sends it through the runtime. Never rejects. */
  invoke(caller: ToolContext): Awaitable<ToolResult>;
  /** Writes how it ended for the client. */
  reply(result: ToolResult): McpReply;
}

/**
 * The way into the runtime and back, the same for tools, prompts, resources and completions: who calls, how they hear of progress, how they
 * cancel.
 */
export class MethodCalls {
  constructor(private readonly parts: MethodCallParts) {}

  /** @returns undefined when the client has cancelled and wants no answer */
  run(request: McpRequest, call: MethodCall): Awaitable<McpReply | undefined> {
    const { exchange } = request;
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
    const caller = callerOf(request, call.mode, inflight, heard);
    return settle(call.invoke(caller), (result) => answer(request, call, result, inflight, heard));
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

function answer(
  request: McpRequest,
  call: MethodCall,
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
  return call.reply(result);
}
