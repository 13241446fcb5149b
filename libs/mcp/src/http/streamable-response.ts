import type { ServerResponse } from 'node:http';
import type { JsonRpcNotification, JsonRpcRequest } from '../json-rpc/json-rpc.types.js';
import { LazyAbortController } from '../json-rpc/lazy-abort.js';
import type {
  McpExchange,
  McpHeaders,
  McpSession,
  McpSubscriptions,
} from '../json-rpc/mcp-exchange.js';
import { responseHead, serializeReply } from '../json-rpc/mcp-reply.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import type { AcceptedForm } from './accept.js';
import type { EventLog } from './event-log.js';
import { EventStream } from './event-stream.js';
import type { OpenExchange, OpenExchanges } from './open-exchanges.js';
import { writeJson, writeJsonInParts } from './json-answer.js';
import { SHUTTING_DOWN, refuse } from './refusal.js';
import type { Refusal } from './refusal.js';
import { statusOf } from './reply-status.js';

/** What an answer depends on besides the reply itself. */
export interface ResponseTerms {
  readonly form: AcceptedForm;
  readonly isModern: boolean;
  readonly headers: McpHeaders;
  readonly session: McpSession | undefined;
  readonly isEndless: boolean;
  /** See {@link McpExchange.pushes}. */
  readonly pushes: boolean;
  readonly subscriptions: McpSubscriptions | undefined;
  /** Keeps what is said, for a client that loses the connection; undefined when that cannot be resumed. */
  readonly resumption: ResumptionTerms | undefined;
  readonly keepAliveMs: number;
}

/** How an answer outlives its connection. */
export interface ResumptionTerms {
  /** Begins to keep what is said. */
  readonly begin: () => EventLog;
  /** When the connection is ended and the client has to come back, milliseconds; 0: never. */
  readonly pollAfterMs: number;
}

/**
 * One HTTP response as a way back to whoever sent a message: plain JSON if there is nothing to say before the reply, server-sent events from the first
 * notification on. On the modern era a client's going is a cancellation. Before it the call goes on, and what is said then is kept where the stream can be
 * resumed; elsewhere nobody hears it.
 */
export class StreamableResponse implements McpExchange, OpenExchange {
  readonly transport = 'http';
  private stream: EventStream | undefined;
  private log: EventLog | undefined;
  /** The connection has ended before the answer. */
  private isGone = false;
  private pollTimer: NodeJS.Timeout | undefined;
  private isOver = false;
  private isWatched = false;
  private controller: LazyAbortController | undefined;

  constructor(
    private readonly response: ServerResponse,
    private readonly terms: ResponseTerms,
    private readonly exchanges: OpenExchanges,
  ) {}

  /** Begins to watch for the client's going. Must be called before anything is waited for; an answer that is there at once needs no watching. */
  watch(): void {
    // It may have been cut by its own first words.
    if (this.isOver) return;
    this.isWatched = true;
    this.response.on('close', () => this.leave());
    // A client that resets the connection while it is written to; `close` follows.
    this.response.on('error', ignore);
    this.exchanges.add(this);
    const { resumption } = this.terms;
    if (resumption && resumption.pollAfterMs > 0) {
      this.pollTimer = setTimeout(() => this.sendAway(), resumption.pollAfterMs);
      this.pollTimer.unref();
    }
  }

  get headers(): McpHeaders {
    return this.terms.headers;
  }

  get session(): McpSession | undefined {
    return this.terms.session;
  }

  get pushes(): boolean {
    return this.terms.pushes;
  }

  get subscriptions(): McpSubscriptions | undefined {
    return this.terms.subscriptions;
  }

  get isEndless(): boolean {
    return this.terms.isEndless;
  }

  get signal(): AbortSignal | undefined {
    if (!this.terms.isModern) return undefined;
    this.controller ??= new LazyAbortController();
    if (this.isOver) this.controller.abort();
    return this.controller.signal;
  }

  /** Requests reach only clients that take streams and have a session in which they can answer. */
  get request(): ((request: JsonRpcRequest) => void) | undefined {
    const { session, form } = this.terms;
    return session && form !== 'json' ? (request) => this.notify(request) : undefined;
  }

  notify(notification: JsonRpcNotification | JsonRpcRequest): void {
    // A client that takes nothing but JSON gets the reply and no news.
    if (this.isOver || this.terms.form === 'json') return;
    const json = JSON.stringify(notification);
    const stream = this.openStream();
    if (this.log) this.log.say(json);
    // News that is missed is told again elsewhere, except where news is all there is: then the client has to begin anew.
    else if (!stream.send(json) && this.isEndless) this.cut();
  }

  /**
   * Sends the reply and ends; without a reply, says only that the message has been taken.
   * @param headers on top of the reply's own; lost when events have been sent already
   */
  conclude(reply: McpReply | undefined, headers?: Readonly<Record<string, string>>): void {
    if (this.isOver) return;
    if (reply) this.send(reply, headers);
    else this.acknowledge();
    this.finish();
  }

  /** Sends an answer made elsewhere and ends. */
  refuse(refusal: Refusal): void {
    if (this.isOver) return;
    if (this.log) this.log.finish(refusal.json);
    else if (this.stream) this.stream.end(refusal.json);
    else refuse(this.response, refusal);
    this.finish();
  }

  cut(): void {
    if (this.isOver) return;
    if (this.log) this.log.finish();
    else if (this.stream) this.stream.end();
    else refuse(this.response, SHUTTING_DOWN);
    this.abandon();
  }

  private send(reply: McpReply, headers: Readonly<Record<string, string>> | undefined): void {
    const { form, isModern } = this.terms;
    const isError = 'error' in reply;
    const all = isError && reply.headers ? { ...headers, ...reply.headers } : headers;
    if (form === 'stream' && !isError) this.openStream(all);
    if (this.stream) this.end(serializeReply(reply));
    else if ('rendered' in reply && reply.rendered)
      writeJsonInParts(this.response, 200, responseHead(reply.id), reply.rendered.tail, all);
    else
      writeJson(
        this.response,
        isError ? statusOf(reply, isModern) : 200,
        serializeReply(reply),
        all,
      );
  }

  private acknowledge(): void {
    if (this.stream) return this.end();
    this.response.writeHead(202, { 'Content-Length': 0 });
    this.response.end();
  }

  private openStream(headers?: Readonly<Record<string, string>>): EventStream {
    if (!this.stream) {
      this.stream = new EventStream(this.response, this.terms.keepAliveMs);
      this.stream.open(headers);
      this.log = this.terms.resumption?.begin();
      this.log?.open(this.stream);
    }
    return this.stream;
  }

  private end(json?: string): void {
    if (this.log) this.log.finish(json);
    else this.stream?.end(json);
  }

  /** Ends the connection of a client that will come back for the answer. */
  private sendAway(): void {
    if (this.isOver || this.isGone) return;
    const stream = this.openStream();
    this.isGone = true;
    this.log?.leave(stream);
    stream.end();
  }

  /** The connection has ended before the reply. */
  private leave(): void {
    if (this.isOver || this.isGone) return;
    if (!this.log || !this.stream) return this.abandon();
    this.isGone = true;
    this.stream.stop();
    this.log.leave(this.stream);
  }

  /** Nobody will hear the reply. */
  private abandon(): void {
    if (this.isOver) return;
    this.finish();
    this.stream?.stop();
    this.controller?.abort();
  }

  private finish(): void {
    this.isOver = true;
    if (!this.isWatched) return;
    clearTimeout(this.pollTimer);
    this.exchanges.remove(this);
  }
}

function ignore(): void {
  // Nobody is left to be told.
}
