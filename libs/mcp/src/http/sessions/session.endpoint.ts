import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ToolContext } from '@toolgate/tool-runtime';
import type { McpSession, McpSubscriptions } from '../../json-rpc/mcp-exchange.js';
import type { McpReply } from '../../json-rpc/mcp-reply.js';
import type { ResolvedMcpOptions } from '../../mcp.options.js';
import { MCP_OPTIONS } from '../../mcp.tokens.js';
import { readHandshake } from '../../json-rpc/handshake.reader.js';
import { isJsonRpcId, isObject } from '../../protocol/message.reader.js';
import { acceptedForm } from '../accept.js';
import { OpenExchanges } from '../open-exchanges.js';
import {
  EVENT_NOT_FOUND,
  SESSION_NOT_FOUND,
  SESSION_REQUIRED,
  STREAM_NOT_ACCEPTABLE,
  TOO_MANY_SESSIONS,
  TOO_MANY_STREAMS,
  methodNotAllowed,
  refuse,
} from '../refusal.js';
import type { Refusal } from '../refusal.js';
import { keepsSessions, servedMethods } from '../served-methods.js';
import type { ResumptionTerms } from '../streamable-response.js';
import { EventLogs } from './event-logs.js';
import { LegacySessions } from './legacy-sessions.js';
import { SessionStream } from './session-stream.js';
import { SessionStreams } from './session-streams.js';
import { needsSession } from './session-methods.js';

/** The revision that has events without data (SEP-1699). Versions are dates, so their texts compare. */
const FIRST_RESUMABLE_VERSION = '2025-11-25';
const SESSION_HEADER = 'mcp-session-id';

/** What a legacy message is served in. */
export type SessionLookup =
  { readonly session: McpSession | undefined } | { readonly refusal: Refusal };

/**
 * Legacy sessions over HTTP: which one a message belongs to, what `initialize` begins, and the methods GET and DELETE. With sessions off, and for modern messages, there are
 * none.
 */
@Injectable()
export class SessionEndpoint {
  /** Whether this server keeps sessions at all. */
  readonly isOn: boolean;
  private readonly idleMs: number;
  private readonly notAllowed: Refusal;

  constructor(
    @Inject(MCP_OPTIONS) private readonly options: ResolvedMcpOptions,
    private readonly sessions: LegacySessions,
    private readonly streams: SessionStreams,
    private readonly exchanges: OpenExchanges,
    private readonly logs: EventLogs,
  ) {
    const { sessions: limits } = options.http;
    this.isOn = keepsSessions(options);
    this.idleMs = limits === false ? 0 : limits.idleMs;
    this.notAllowed = methodNotAllowed(servedMethods(options));
  }

  /** Answers whatever is not a POST. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    caller: ToolContext,
  ): Promise<void> {
    const { method } = request;
    if (!this.isOn || (method !== 'GET' && method !== 'DELETE'))
      return refuse(response, this.notAllowed);
    const id = headerOf(request);
    if (id === undefined) return refuse(response, SESSION_REQUIRED);
    if (method === 'GET') return this.openStream(id, request, response, caller);
    if (!(await this.sessions.end(id, caller))) return refuse(response, SESSION_NOT_FOUND);
    response.writeHead(204);
    response.end();
  }

  /** The session of a legacy message, or why it cannot be served. What no legacy server knows is left for the dispatcher to say. */
  async find(
    message: unknown,
    request: IncomingMessage,
    caller: ToolContext,
  ): Promise<SessionLookup> {
    if (!needsSession(message)) return { session: undefined };
    const id = headerOf(request);
    if (id === undefined) return { refusal: withIdOf(message, SESSION_REQUIRED) };
    const session = await this.sessions.find(id, caller);
    return session ? { session } : { refusal: withIdOf(message, SESSION_NOT_FOUND) };
  }

  /**
   * Begins a session when the reply is that of a successful `initialize`, and keeps what the message has changed in the one it belongs to.
   * @returns headers of the response, or why no session could begin
   */
  async settle(
    message: unknown,
    reply: McpReply | undefined,
    session: McpSession | undefined,
    logLevelBefore: string | undefined,
    caller: ToolContext,
  ): Promise<Readonly<Record<string, string>> | Refusal | undefined> {
    if (session) {
      if (session.logLevel !== logLevelBefore) await this.sessions.keep(session, caller);
      return undefined;
    }
    const terms = readHandshake(message, reply);
    if (!terms) return undefined;
    const begun = await this.sessions.begin(terms, caller);
    return begun ? { 'Mcp-Session-Id': begun.id } : withIdOf(message, TOO_MANY_SESSIONS);
  }

  /** What the client of a session listens to. */
  subscriptionsOf(session: McpSession, caller: ToolContext): McpSubscriptions {
    return this.sessions.subscriptionsOf(session, caller);
  }

  /** How an answer within a session outlives its connection; undefined when it does not. */
  resumptionOf(session: McpSession): ResumptionTerms | undefined {
    if (!this.isResumable(session)) return undefined;
    const { sessions } = this.options.http;
    return {
      begin: () => this.logs.begin(session.id, 'answer'),
      pollAfterMs: sessions === false ? 0 : sessions.pollAfterMs,
    };
  }

  /** Older clients take an event without data for a broken message. */
  private isResumable({ protocolVersion }: McpSession): boolean {
    return this.logs.isOn && protocolVersion >= FIRST_RESUMABLE_VERSION;
  }

  private async openStream(
    id: string,
    request: IncomingMessage,
    response: ServerResponse,
    caller: ToolContext,
  ): Promise<void> {
    const form = acceptedForm(request.headers.accept);
    if (form !== 'any' && form !== 'stream') return refuse(response, STREAM_NOT_ACCEPTABLE);
    const session = await this.sessions.find(id, caller);
    if (!session) return refuse(response, SESSION_NOT_FOUND);
    const eventId = request.headers['last-event-id'];
    const resumed = typeof eventId === 'string' ? this.logs.find(id, eventId) : undefined;
    if (eventId !== undefined && !resumed?.log.canResume(resumed.after))
      return refuse(response, EVENT_NOT_FOUND);
    const log =
      resumed?.log ?? (this.isResumable(session) ? this.logs.begin(id, 'news') : undefined);
    const stream: SessionStream = new SessionStream(response, {
      keepAliveMs: this.options.http.keepAliveMs,
      context: caller,
      log,
      after: resumed?.after,
      useEveryMs: Math.max(1, Math.floor(this.idleMs / 3)),
      use: async () => (await this.sessions.find(id, caller)) !== undefined,
      onEnd: () => {
        this.streams.remove(id, stream);
        this.exchanges.remove(stream);
      },
    });
    // The rest of an answer is nobody's news.
    const isListening = log?.carries !== 'answer';
    const heard = isListening
      ? this.streams.add(id, stream, subscriptionsOf(id, this.sessions))
      : undefined;
    if (isListening && !heard) return refuse(response, TOO_MANY_STREAMS);
    this.exchanges.add(stream);
    stream.open();
    await heard;
  }
}

function subscriptionsOf(id: string, sessions: LegacySessions) {
  return async (caller: ToolContext) => (await sessions.find(id, caller))?.subscriptions;
}

function headerOf({ headers }: IncomingMessage): string | undefined {
  const id = headers[SESSION_HEADER];
  return typeof id === 'string' ? id : undefined;
}

/** A request is answered under its id where it has one. */
function withIdOf(message: unknown, { status, json, headers }: Refusal): Refusal {
  const id = isObject(message) ? message['id'] : undefined;
  if (!isJsonRpcId(id)) return { status, json, headers };
  const { error } = JSON.parse(json) as { error: unknown };
  return { status, json: JSON.stringify({ jsonrpc: '2.0', id, error }), headers };
}
