import type { ServerResponse } from 'node:http';
import type { JsonRpcNotification } from '../json-rpc/json-rpc.types.js';
import { LazyAbortController } from '../json-rpc/lazy-abort.js';
import type { McpExchange, McpHeaders, McpSession } from '../json-rpc/mcp-exchange.js';
import { serializeReply } from '../json-rpc/mcp-reply.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import type { AcceptedForm } from './accept.js';
import { EventStream } from './event-stream.js';
import type { OpenExchange, OpenExchanges } from './open-exchanges.js';
import { SHUTTING_DOWN, refuse, writeJson } from './refusal.js';
import type { Refusal } from './refusal.js';
import { statusOf } from './reply-status.js';

/** What an answer depends on besides the reply itself. */
export interface ResponseTerms {
  readonly form: AcceptedForm;
  readonly isModern: boolean;
  readonly headers: McpHeaders;
  readonly session: McpSession | undefined;
  readonly isEndless: boolean;
  readonly keepAliveMs: number;
}

/**
 * One HTTP response as a way back to whoever sent a message: plain JSON if there is nothing to say before the reply, server-sent events from the first
 * notification on. Nothing is sent to a client that has gone; on the modern era its going is a cancellation, before it the call goes on.
 */
export class StreamableResponse implements McpExchange, OpenExchange {
  readonly transport = 'http';
  private stream: EventStream | undefined;
  private isOver = false;
  private controller: LazyAbortController | undefined;

  constructor(
    private readonly response: ServerResponse,
    private readonly terms: ResponseTerms,
    private readonly exchanges: OpenExchanges,
  ) {}

  /** Begins to watch for the client's going. */
  begin(): this {
    this.response.on('close', () => this.leave());
    // A client that resets the connection while it is written to; `close` follows.
    this.response.on('error', ignore);
    this.exchanges.add(this);
    return this;
  }

  get headers(): McpHeaders {
    return this.terms.headers;
  }

  get session(): McpSession | undefined {
    return this.terms.session;
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

  notify(notification: JsonRpcNotification): void {
    // A client that takes nothing but JSON gets the reply and no news.
    if (this.isOver || this.terms.form === 'json') return;
    this.openStream().send(JSON.stringify(notification));
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
    if (this.stream) this.stream.end(refusal.json);
    else refuse(this.response, refusal);
    this.finish();
  }

  cut(): void {
    if (this.isOver) return;
    if (this.stream) this.stream.end();
    else refuse(this.response, SHUTTING_DOWN);
    this.leave();
  }

  private send(reply: McpReply, headers: Readonly<Record<string, string>> | undefined): void {
    const json = serializeReply(reply);
    const all = 'error' in reply && reply.headers ? { ...headers, ...reply.headers } : headers;
    const isError = 'error' in reply;
    if (this.stream) this.stream.end(json);
    else if (this.terms.form === 'stream' && !isError) this.openStream(all).end(json);
    else writeJson(this.response, isError ? statusOf(reply, this.terms.isModern) : 200, json, all);
  }

  private acknowledge(): void {
    if (this.stream) return this.stream.end();
    this.response.writeHead(202, { 'Content-Length': 0 });
    this.response.end();
  }

  private openStream(headers?: Readonly<Record<string, string>>): EventStream {
    if (!this.stream) {
      this.stream = new EventStream(this.response, this.terms.keepAliveMs);
      this.stream.open(headers);
    }
    return this.stream;
  }

  /** The client has gone, or is sent away, before the reply. */
  private leave(): void {
    if (this.isOver) return;
    this.finish();
    this.stream?.stop();
    this.controller?.abort();
  }

  private finish(): void {
    this.isOver = true;
    this.exchanges.remove(this);
  }
}

function ignore(): void {
  // Nobody is left to be told.
}
