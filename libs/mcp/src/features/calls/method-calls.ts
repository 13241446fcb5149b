import { ToolResultCode, settle } from '@toolgate/tool-runtime';
import type {
  Awaitable,
  Clock,
  Redactor,
  ToolContext,
  ToolContextMode,
  ToolResult,
} from '@toolgate/tool-runtime';
import type { Asking, AskedCall } from '../../asking/asking.service.js';
import { REQUIRED } from '../../asking/call-asking.js';
import type { LegacyAsking } from '../../asking/legacy.asking.js';
import { ModernAsking } from '../../asking/modern.asking.js';
import type { InflightRequest, InflightRequests } from '../../json-rpc/inflight-requests.js';
import { missingCapability } from '../../json-rpc/mcp-failures.js';
import type { McpReply } from '../../json-rpc/mcp-reply.js';
import type { McpRequest } from '../../json-rpc/mcp-request.js';
import { isCancelledByMessage } from './cancelled-by-message.js';
import type { ClientCapabilities } from '../../protocol/client-capabilities.js';
import { CallExchange } from './call-exchange.js';
import { logLevelOf, progressTokenOf } from './call-wishes.js';
import { traceContextOf } from './trace-context.js';

/** What {@link MethodCalls} works with. */
export interface MethodCallParts {
  readonly asking: Asking;
  readonly inflight: InflightRequests;
  readonly clock: Clock;
  readonly redactor: Pick<Redactor, 'redact' | 'redactText'>;
}

/** A request that runs something governed. */
export interface MethodCall {
  readonly mode: ToolContextMode;
  /** What is called, where it may ask its client; undefined where the protocol has no way to (completion). */
  readonly asked?: AskedCall;
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
    if (!call.asked) return this.start(request, call, undefined);
    const { asked } = call;
    return settle(this.parts.asking.begin(request, asked), (begun) =>
      'refused' in begun ? begun.refused : this.start(request, call, begun.asking),
    );
  }

  private start(
    request: McpRequest,
    call: MethodCall,
    asking: ModernAsking | LegacyAsking | undefined,
  ): Awaitable<McpReply | undefined> {
    const { exchange } = request;
    const inflight = isCancelledByMessage(request) ? this.parts.inflight.open(request) : undefined;
    const progressToken = progressTokenOf(request);
    const logLevel = logLevelOf(request);
    const heard =
      progressToken === undefined && logLevel === undefined && asking === undefined
        ? undefined
        : new CallExchange(
            exchange,
            { progressToken, logLevel },
            this.parts.clock,
            this.parts.redactor,
            asking,
          );
    const caller = callerOf(request, call.mode, inflight, heard);
    return settle(call.invoke(caller), (result) => {
      if (wasLeft(request, inflight, heard)) return undefined;
      return this.answer(request, call, result, asking);
    });
  }

  /** A call may end with questions, or for want of somebody to ask. */
  private answer(
    request: McpRequest,
    call: MethodCall,
    result: ToolResult,
    asking: ModernAsking | LegacyAsking | undefined,
  ): Awaitable<McpReply> {
    if (result.type === 'input_required' && asking instanceof ModernAsking && call.asked)
      return this.parts.asking.suspend(request, call.asked, asking);
    const missing = request.codec.era === 'modern' ? missingFor(result) : undefined;
    return missing ? missingCapability(request, missing) : call.reply(result);
  }
}

/** What the client would have to be able to do, when the call failed because it cannot. */
function missingFor({ code, meta }: ToolResult): ClientCapabilities | undefined {
  const { capability } = meta;
  return code === ToolResultCode.CAPABILITY_MISSING && typeof capability === 'string'
    ? REQUIRED.get(capability)
    : undefined;
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

/** Lets go of the call. @returns whether its client wants no answer any more */
function wasLeft(
  request: McpRequest,
  inflight: InflightRequest | undefined,
  heard: CallExchange | undefined,
): boolean {
  inflight?.close();
  if (inflight ? inflight.isCancelled : request.exchange.signal?.aborted) {
    heard?.abandon();
    return true;
  }
  heard?.close();
  return false;
}
