import type { InterceptionSlot, ToolContext } from '@toolgate/tool-runtime';
import type { JsonRpcId, JsonRpcResponse } from '../json-rpc/json-rpc.types.js';
import { serializeReply } from '../json-rpc/mcp-reply.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import type { McpParams } from '../json-rpc/mcp-request.js';
import type { McpEra } from '../protocol/protocol-versions.js';
import { frozenCopy } from './frozen-copy.js';

/** Names of the events, for `EventEmitter2.on` and `@OnEvent`. */
export const McpEvent = {
  /** A well-formed message has come in; nothing has been done about it. {@link McpRequestEvent} */
  REQUEST: 'mcp.request',
  /** A message has been dealt with. {@link McpRespondedEvent} */
  RESPONDED: 'mcp.responded',
} as const;

/** What both events say of a message. */
export interface McpMessageFacts {
  readonly method: string;
  /** As they were sent: they may hold secrets. */
  readonly params: McpParams;
  readonly context: ToolContext;
  readonly era: McpEra;
  /** Undefined for a notification. */
  readonly id: JsonRpcId | undefined;
}

/** What the two events have in common. */
class McpMessageEvent {
  #params: McpParams;
  #isCopied = false;

  constructor({ method, params, context, era, id }: McpMessageFacts) {
    this.method = method;
    this.context = context;
    this.era = era;
    this.id = id;
    this.#params = params;
  }

  readonly method: string;
  readonly context: ToolContext;
  readonly era: McpEra;
  /** Undefined for a notification. */
  readonly id: JsonRpcId | undefined;

  /** A frozen copy, made when first read. It is what the client sent, so it may hold secrets. */
  get params(): McpParams {
    if (!this.#isCopied) this.#params = frozenCopy(this.#params);
    this.#isCopied = true;
    return this.#params;
  }

  get isNotification(): boolean {
    return this.id === undefined;
  }
}

/**
 * Payload of `mcp.request`. Through the slot a listener may veto any message or answer it instead of the server. An answer to `tools/call`,
 * `prompts/get`, `resources/read` and `completion/complete` is given only if the pipeline lets the caller call what is named: it stands for the
 * tool, the prompt or the resource, not for its gates.
 *
 * @example
 * ```ts
 * @OnMcpRequest()
 * duringMaintenance(event: McpRequestEvent) {
 *   if (event.method === 'tools/call' && this.maintenance.isOn) event.slot.stop('down for maintenance until 18:00');
 * }
 * ```
 */
export class McpRequestEvent extends McpMessageEvent {
  constructor(
    facts: McpMessageFacts,
    readonly slot: InterceptionSlot,
  ) {
    super(facts);
  }
}

/** Payload of `mcp.responded`. Nothing a listener does changes the response. */
export class McpRespondedEvent extends McpMessageEvent {
  readonly #reply: McpReply | undefined;
  #response: JsonRpcResponse | undefined;

  constructor(
    facts: McpMessageFacts,
    reply: McpReply | undefined,
    /** Milliseconds from the arrival of the message. */
    readonly tookMs: number,
  ) {
    super(facts);
    this.#reply = reply;
  }

  /**
   * A frozen copy of the response, made when first read; null when none is sent: to a notification, and to a request that was cancelled. It
   * holds the results of tools, so it may hold secrets.
   */
  get response(): JsonRpcResponse | null {
    if (!this.#reply) return null;
    return (this.#response ??= frozenCopy(
      JSON.parse(serializeReply(this.#reply)) as JsonRpcResponse,
    ));
  }
}
