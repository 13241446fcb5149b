import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Redactor, ToolContext, isPromiseLike, settle } from '@toolgate/tool-runtime';
import type { Awaitable, InterceptionDecision } from '@toolgate/tool-runtime';
import { ClientRequests } from '../asking/client-requests.js';
import { DirectExchange } from '../direct/direct-exchange.js';
import { McpEventEmitter } from '../events/mcp-event.emitter.js';
import type { McpMessageFacts } from '../events/mcp-events.js';
import { McpServerMethods } from '../features/mcp-server.methods.js';
import { ScopeCheck } from '../features/calls/scope-check.js';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import { MCP_OPTIONS } from '../mcp.tokens.js';
import { missingCapabilities } from '../protocol/client-capabilities.js';
import type { ClientCapabilities } from '../protocol/client-capabilities.js';
import { McpErrorCode } from '../protocol/error-codes.js';
import { classifyAsLegacy, classifyMessage } from '../protocol/era.classifier.js';
import type { ClassifiedMessage } from '../protocol/era.classifier.js';
import { echo } from '../protocol/header.messages.js';
import { isJsonRpcId, isObject, readMessage } from '../protocol/message.reader.js';
import { CLIENT_CAPABILITIES_KEY } from '../protocol/meta-keys.js';
import {
  HEADERLESS_VERSION,
  LATEST_LEGACY_VERSION,
  LEGACY_VERSIONS,
  MODERN_VERSIONS,
} from '../protocol/protocol-versions.js';
import { standardHeaderMismatch } from '../protocol/standard-header.checks.js';
import type { JsonRpcId, JsonRpcResponse } from './json-rpc.types.js';
import type { McpExchange } from './mcp-exchange.js';
import * as failures from './mcp-failures.js';
import { toResponse } from './mcp-reply.js';
import type { McpReply } from './mcp-reply.js';
import { McpRequest, mcpNotification } from './mcp-request.js';
import type { McpNotification } from './mcp-request.js';

type IncomingRequest = Extract<ClassifiedMessage, { kind: 'request' }>;
type IncomingNotification = Extract<ClassifiedMessage, { kind: 'notification' }>;

const NO_CAPABILITIES: ClientCapabilities = Object.freeze({});
/** Message that only HTTP clients expect an answer to, in the form of a status. */
const SILENCE = undefined;

/**
 * Answers the messages of the Model Context Protocol, of both eras, whatever brings them. Every message is served by itself; what a legacy
 * session remembers comes with its exchange.
 *
 * @example
 * ```ts
 * const response = await mcp.handle({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, ToolContext.mcp({ principal: 'ann' }));
 * ```
 */
@Injectable()
export class JsonRpcService {
  private readonly logger = new Logger('McpServer');

  constructor(
    @Inject(MCP_OPTIONS) private readonly options: ResolvedMcpOptions,
    private readonly server: McpServerMethods,
    private readonly scopes: ScopeCheck,
    private readonly events: McpEventEmitter,
    private readonly clientRequests: ClientRequests,
    private readonly redactor: Redactor,
  ) {}

  /**
   * Answers one message, plain object in and out. Never rejects.
   *
   * @param message a request, a notification or a response, as parsed JSON
   * @param context who sent it; left out, or anything that is no context, it is an anonymous caller on the channel `mcp`
   * @param exchange where notifications of a running request go; left out, nowhere
   * @returns null when there is nothing to answer: to a notification, a response, or a request that was cancelled
   */
  async handle(
    message: unknown,
    context?: ToolContext,
    exchange?: McpExchange,
  ): Promise<JsonRpcResponse | null> {
    const caller = isContext(context) ? context : ToolContext.mcp({ principal: null });
    const reply = await this.receive(message, caller, exchange ?? new DirectExchange());
    return reply ? toResponse(reply) : null;
  }

  /**
   * Answers one message for a transport, unserialised. Never throws and never rejects.
   *
   * @param context who sent it, as the transport found out
   * @param exchange the way back to the sender of this message
   * @returns undefined when there is nothing to answer
   */
  receive(
    message: unknown,
    context: ToolContext,
    exchange: McpExchange,
  ): Awaitable<McpReply | undefined> {
    try {
      const classified =
        this.options.eras === 'legacy'
          ? classifyAsLegacy(message, exchange.headers)
          : classifyMessage(message, exchange.headers);
      switch (classified.kind) {
        case 'request':
          return classified.era === 'modern'
            ? this.modernRequest(classified, context, exchange)
            : this.legacyRequest(classified, context, exchange);
        case 'notification':
          return this.notification(classified, context, exchange);
        case 'response':
          if (this.options.eras === 'modern') return UNWANTED_RESPONSE;
          this.clientRequests.receive(message, context, exchange);
          return SILENCE;
        case 'rejected':
          return classified.silent && exchange.transport !== 'http'
            ? SILENCE
            : failures.rejection(classified);
      }
    } catch (error) {
      return this.internalError(readableId(message), context, error);
    }
  }

  /**
   * What a caller lacks for what a request would run, a tool, a prompt or a resource, for transports that can ask for more before the response begins (HTTP 403).
   * A caller that is told so is recorded in the audit trail as denied, so ask only when the answer will be acted upon.
   *
   * @returns the scopes to ask for, all at once; undefined when scopes are not what stands in the way
   */
  requiredScopesMissing(message: unknown, context: ToolContext): readonly string[] | undefined {
    const form = readMessage(message);
    if (form.kind !== 'request') return undefined;
    const { method, params } = form.message;
    const known = this.server.modern.methods.get(method) ?? this.server.legacy.methods.get(method);
    const target = params && known?.target?.(params);
    return target && this.scopes.missing(target, context);
  }

  private modernRequest(
    { message, version }: IncomingRequest,
    context: ToolContext,
    exchange: McpExchange,
  ): Awaitable<McpReply | undefined> {
    if (version === undefined || !MODERN_VERSIONS.includes(version))
      return failures.unsupportedVersion(message.id, version, MODERN_VERSIONS);
    const request = new McpRequest(
      message,
      this.server.modern.codec,
      version,
      contextOf(context, exchange),
      exchange,
    );
    const mismatch = exchange.headers && standardHeaderMismatch(message, exchange.headers);
    if (mismatch) return failures.headerMismatch(request, mismatch);
    return this.dispatch(request);
  }

  private legacyRequest(
    { message, version: header }: IncomingRequest,
    context: ToolContext,
    exchange: McpExchange,
  ): Awaitable<McpReply | undefined> {
    if (this.options.eras === 'modern')
      return failures.unsupportedVersion(
        message.id,
        requestedVersion(message, header),
        MODERN_VERSIONS,
      );
    const request = new McpRequest(
      message,
      this.server.legacy.codec,
      legacyVersion(header, exchange),
      contextOf(context, exchange),
      exchange,
    );
    // Clients put a version of their own choosing on `initialize`; an unknown method is told before anything that depends on the session.
    if (
      header !== undefined &&
      message.method !== 'initialize' &&
      !LEGACY_VERSIONS.includes(header) &&
      this.server.legacy.methods.has(message.method)
    )
      return failures.unsupportedLegacyVersion(message.id, header, LEGACY_VERSIONS);
    return this.dispatch(request);
  }

  private dispatch(request: McpRequest): Awaitable<McpReply | undefined> {
    if (!this.events.isHeard) return this.run(request);
    const startedAt = this.events.now();
    const facts = requestFacts(request);
    const replied = settle(this.events.request(facts), (decision) =>
      this.follow(request, decision),
    );
    return this.contained(
      request,
      settle(replied, (reply) => {
        this.events.responded(facts, reply, startedAt);
        return reply;
      }),
    );
  }

  private follow(
    request: McpRequest,
    decision: InterceptionDecision,
  ): Awaitable<McpReply | undefined> {
    if (decision.kind === 'vetoed') return failures.vetoed(request, decision.reason);
    if (decision.kind === 'continue') return this.run(request);
    request.offered = decision;
    // An answer must not open a gate: for what is governed the pipeline decides whether it is given.
    const method = this.server[request.codec.era].methods.get(request.method);
    return method?.target && method.isServed?.() !== false
      ? this.run(request)
      : answerOffered(request, decision);
  }

  private run(request: McpRequest): Awaitable<McpReply | undefined> {
    const method = this.server[request.codec.era].methods.get(request.method);
    if (!method || method.isServed?.() === false) return failures.methodNotFound(request);
    if (method.requires && request.codec.era === 'modern') {
      const declared = request.meta[CLIENT_CAPABILITIES_KEY];
      const missing = missingCapabilities(
        method.requires,
        isObject(declared) ? declared : NO_CAPABILITIES,
      );
      if (missing) return failures.missingCapability(request, missing);
    }
    try {
      return this.contained(request, method.handle(request));
    } catch (error) {
      return this.internalError(request.id, request.context, error);
    }
  }

  private notification(
    { message, era, version }: IncomingNotification,
    context: ToolContext,
    exchange: McpExchange,
  ): Awaitable<undefined> {
    if (era === 'modern' && (version === undefined || !MODERN_VERSIONS.includes(version)))
      return undefined;
    if (era === 'legacy' && this.options.eras === 'modern') return undefined;
    const notification = mcpNotification(message, this.server[era].codec, context, exchange);
    if (!this.events.isHeard) return this.notice(notification);
    const startedAt = this.events.now();
    const facts = notificationFacts(notification);
    const noticed = settle(this.events.request(facts), (decision): undefined => {
      if (decision.kind === 'continue') this.notice(notification);
      this.events.responded(facts, undefined, startedAt);
    });
    if (!isPromiseLike(noticed)) return noticed;
    return noticed.then(undefined, (error: unknown): undefined => {
      this.logFailure(notification.method, context, error);
    });
  }

  private notice(notification: McpNotification): undefined {
    this.server[notification.codec.era].notifications.get(notification.method)?.(notification);
  }

  private contained(
    request: McpRequest,
    reply: Awaitable<McpReply | undefined>,
  ): Awaitable<McpReply | undefined> {
    if (!isPromiseLike(reply)) return reply;
    return reply.then(undefined, (error: unknown) =>
      this.internalError(request.id, request.context, error),
    );
  }

  private internalError(id: JsonRpcId | undefined, context: ToolContext, error: unknown): McpReply {
    this.logFailure('a message', context, error);
    return failures.internalError(id, referenceOf(context));
  }

  private logFailure(what: string, context: ToolContext, error: unknown): void {
    this.logger.error(
      `Could not deal with ${echo(what)} (ref ${referenceOf(context)}): ${this.redactor.describeError(error)}`,
    );
  }
}

const UNWANTED_RESPONSE: McpReply = Object.freeze({
  id: undefined,
  error: {
    code: McpErrorCode.INVALID_REQUEST,
    message:
      'Invalid Request: this server asks its clients nothing, so there is nothing to respond to',
  },
  origin: 'envelope',
});

/** Only the HTTP edge makes a context, and so an id for audit and log, for each message. */
function contextOf(context: ToolContext, { transport }: McpExchange): ToolContext {
  if (transport !== 'stdio') return context;
  return context.with({ requestId: randomUUID().replaceAll('-', '') });
}

/** What an HTTP request says, else what the session negotiated, else what clients of such a transport speak at least. */
function legacyVersion(header: string | undefined, { transport, session }: McpExchange): string {
  if (session) return session.protocolVersion;
  if (header !== undefined) return header;
  return transport === 'http' ? HEADERLESS_VERSION : LATEST_LEGACY_VERSION;
}

function requestedVersion(
  { method, params }: IncomingRequest['message'],
  header: string | undefined,
): string | undefined {
  const requested = method === 'initialize' ? params?.['protocolVersion'] : undefined;
  return typeof requested === 'string' ? requested : header;
}

function answerOffered(request: McpRequest, { result }: { readonly result: unknown }): McpReply {
  // Written out here, where a result that has no JSON form can still be refused; with a toJSON of its own it may have any, or none.
  const resultJson = isObject(result)
    ? (JSON.stringify(request.codec.complete(result)) as string | undefined)
    : undefined;
  if (!resultJson?.startsWith('{'))
    throw new TypeError(
      `A listener of mcp.request answered ${echo(request.method)} with something that is no object. Every result of the protocol is one.`,
    );
  return { id: request.id, resultJson };
}

function requestFacts({ method, params, context, codec, id }: McpRequest): McpMessageFacts {
  return { method, params, context, era: codec.era, id };
}

function notificationFacts({ method, params, context, codec }: McpNotification): McpMessageFacts {
  return { method, params, context, era: codec.era, id: undefined };
}

function isContext(value: unknown): value is ToolContext {
  try {
    return ToolContext.is(value);
  } catch {
    return false;
  }
}

function readableId(message: unknown): JsonRpcId | undefined {
  try {
    if (!isObject(message)) return undefined;
    const { id } = message;
    return isJsonRpcId(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

function referenceOf({ requestId }: ToolContext): string {
  return requestId;
}
