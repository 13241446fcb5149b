import { Logger } from '@nestjs/common';
import { isPromiseLike } from '@toolgate/tool-runtime';
import type { Awaitable, ToolContext } from '@toolgate/tool-runtime';
import type { Readable } from 'node:stream';
import type { JsonRpcId, JsonRpcNotification, JsonRpcRequest } from '../json-rpc/json-rpc.types.js';
import { readHandshake } from '../json-rpc/handshake.reader.js';
import { ConnectionSubscriptions } from '../json-rpc/connection-subscriptions.js';
import type { McpConnection, McpExchange, McpSession } from '../json-rpc/mcp-exchange.js';
import { serializeReply } from '../json-rpc/mcp-reply.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import { McpErrorCode } from '../protocol/error-codes.js';
import { readMessage } from '../protocol/message.reader.js';
import type { MessageForm } from '../protocol/message.reader.js';
import { parseStrictJson } from '../protocol/strict-json.js';
import { LineReader } from './line-reader.js';
import type { InputLine } from './line-reader.js';
import { LineWriter } from './line-writer.js';
import type { LineSink, WriterFailure } from './line-writer.js';
import { OpenRequests } from './open-requests.js';
import { StdioExchange } from './stdio-exchange.js';
import {
  inputFailed,
  internalError,
  lineTooLong,
  notJson,
  outputStalled,
  unwritable,
} from './stdio.messages.js';

/** Who answers the messages of a connection. Neither throws nor rejects. */
export interface MessageReceiver {
  receive(
    message: unknown,
    context: ToolContext,
    exchange: McpExchange,
  ): Awaitable<McpReply | undefined>;
}

/** Why a connection takes no more messages: the client closed its end, does not read any more, or it was closed here. */
export type StdioEnd = 'input_ended' | WriterFailure | 'closed';

/** What a connection may take and hold back. */
export interface StdioLimits {
  /** Longest message, bytes. */
  readonly maxLineBytes: number;
  /** Most output that may wait for the client, UTF-16 code units. */
  readonly maxQueuedOutput: number;
}

/** How long a client that ends may take to read what is left, milliseconds. */
const FLUSH_MS = 1_000;
/** From here on messages of the client wait as well, and news that nobody misses is dropped. */
const CONGESTED_SHARE = 1 / 8;
/** A method whose answer goes on until the client has had enough. */
const ENDLESS_METHOD = 'subscriptions/listen';
/** News that the next piece makes obsolete, or that is told again elsewhere. */
const DISPENSABLE: ReadonlySet<string> = new Set([
  'notifications/progress',
  'notifications/message',
]);

/**
 * One client at the other end of two streams, one message per line. Every line is served by itself, so both eras work side by side; what
 * `initialize` negotiates holds for the later lines of the legacy era. Requests run concurrently and are answered as they finish.
 */
export class StdioConnection {
  private readonly logger = new Logger('McpStdio');
  private readonly lines: LineReader;
  private readonly output: LineWriter;
  private readonly requests = new OpenRequests();
  private readonly closing = new AbortController();
  private readonly connection: McpConnection = {
    notify: (notification) => this.notify(notification),
    closed: this.closing.signal,
    subscriptions: new ConnectionSubscriptions(),
  };
  private session: McpSession | undefined;
  private end: StdioEnd | undefined;
  private tellEnd: (end: StdioEnd) => void = () => undefined;

  /** Resolves when the connection takes no more messages. What has been taken is still answered. */
  readonly ended: Promise<StdioEnd>;

  constructor(
    private readonly receiver: MessageReceiver,
    private readonly context: ToolContext,
    private readonly input: Readable,
    sink: LineSink,
    private readonly limits: StdioLimits,
  ) {
    this.lines = new LineReader(limits.maxLineBytes);
    this.output = new LineWriter(
      sink,
      {
        congestedAt: limits.maxQueuedOutput * CONGESTED_SHARE,
        stalledAt: limits.maxQueuedOutput,
      },
      (failure) => this.lose(failure),
    );
    this.ended = new Promise((resolve) => (this.tellEnd = resolve));
  }

  /** Begins to read. */
  open(): void {
    this.output.open();
    this.input
      .on('data', this.onData)
      .once('end', this.onEnd)
      .once('close', this.onEnd)
      .on('error', this.onError);
  }

  /** Takes no more messages. */
  stop(end: StdioEnd = 'closed'): void {
    if (this.end) return;
    this.end = end;
    this.input.off('data', this.onData);
    this.closing.abort();
    // Something that still reads would keep the process alive.
    this.input.destroy();
    this.tellEnd(end);
  }

  /** Lets the requests finish that will, until `enough` resolves; then cancels them. Subscriptions go on. */
  async drain(enough: Promise<unknown>): Promise<void> {
    await this.requests.drain(enough);
    this.requests.cancelAll('ending');
  }

  /** Cancels whatever is left and gives the client a moment to read what has been said. */
  async finish(): Promise<void> {
    this.requests.cancelAll('every');
    await this.output.flush(FLUSH_MS);
  }

  private readonly onData = (chunk: Buffer | string) => {
    this.lines.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    this.pump();
  };

  private readonly onEnd = () => {
    // The client may have closed its end without a last line break, and while its messages had to wait.
    this.pump(() => {
      const rest = this.lines.last();
      if (rest) this.take(rest);
      this.stop('input_ended');
    });
  };

  private readonly onError = (error: Error) => {
    if (!this.end) this.logger.warn(inputFailed(error));
    this.stop('input_ended');
  };

  private lose(failure: WriterFailure): void {
    if (failure === 'stalled') this.logger.warn(outputStalled());
    this.stop(failure);
  }

  /** Serves the lines that are there, as far as the client reads the answers. */
  private pump(done?: () => void): void {
    while (!this.end) {
      if (this.output.isCongested) {
        this.input.pause();
        this.output.onceRelieved(() => {
          this.pump(done);
          if (!this.end && !this.output.isCongested) this.input.resume();
        });
        return;
      }
      const line = this.lines.next();
      if (!line) break;
      this.take(line);
    }
    if (!this.end) done?.();
  }

  private take(line: InputLine): void {
    if (line.kind === 'too_long') return this.refuse(lineTooLong(this.limits.maxLineBytes));
    const parsed = parseStrictJson(line.bytes);
    if (!parsed.ok) return this.refuse(notJson());
    const form = readMessage(parsed.value);
    // Only this connection knows which of the requests in the application are its own.
    if (form.kind === 'notification' && form.message.method === 'notifications/cancelled')
      return this.requests.cancel(form.message.params?.['requestId']);
    this.serve(parsed.value, form);
  }

  private serve(message: unknown, form: MessageForm): void {
    const request = form.kind === 'request' ? form.message : undefined;
    const exchange = new StdioExchange({
      id: request?.id,
      session: this.session,
      connection: this.connection,
      isEndless: request?.method === ENDLESS_METHOD,
      notify: (notification) => this.notify(notification),
    });
    const reply = this.receiver.receive(message, this.context, exchange);
    if (!isPromiseLike(reply)) return this.answer(exchange, request, reply);
    if (request) this.requests.add(request.id, exchange);
    void Promise.resolve(reply).then((late) => {
      if (request) this.requests.remove(request.id, exchange);
      this.answer(exchange, request, late);
    });
  }

  private answer(
    exchange: StdioExchange,
    request: JsonRpcRequest | undefined,
    reply: McpReply | undefined,
  ): void {
    const unwanted = exchange.isCancelled;
    exchange.close();
    if (!reply || unwanted) return;
    const handshake = readHandshake(request, reply);
    // The connection is the session; nobody names it, so its id need not tell it from others.
    if (handshake) this.session = { ...handshake, id: 'stdio', logLevel: undefined };
    this.output.write(this.serialized(reply));
  }

  private notify(notification: JsonRpcNotification | JsonRpcRequest): void {
    if (this.output.isCongested && DISPENSABLE.has(notification.method)) return;
    try {
      this.output.write(JSON.stringify(notification));
    } catch (error) {
      this.logger.error(unwritable(notification.method, error));
    }
  }

  /** A message that could not even be read; nobody knows which request it was. */
  private refuse(message: string): void {
    this.output.write(serializeReply(failure(undefined, McpErrorCode.PARSE_ERROR, message)));
  }

  private serialized(reply: McpReply): string {
    try {
      return serializeReply(reply);
    } catch (error) {
      this.logger.error(unwritable('a reply', error));
      return serializeReply(failure(reply.id, McpErrorCode.INTERNAL_ERROR, internalError()));
    }
  }
}

function failure(id: JsonRpcId | undefined, code: number, message: string): McpReply {
  return { id, error: { code, message }, origin: 'envelope' };
}
