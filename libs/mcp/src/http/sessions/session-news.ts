import type { Awaitable, ToolContext } from '@toolgate/tool-runtime';
import { tell } from '../../notifications/news.js';
import type { Listener, ReadAccess } from '../../notifications/news.js';
import type { JsonRpcNotification } from '../../json-rpc/json-rpc.types.js';
import type { McpBusEvent } from '../../notifications/mcp-event-bus.js';
import type { Subscriber } from '../../notifications/subscribers.js';
import type { EventLog } from '../event-log.js';
import type { SessionStream } from './session-stream.js';

/** Streams for news that one session may have open at a time. A later one does not displace an earlier one. */
const MOST_STREAMS = 4;

/** How the news of a session and its keeper know each other. */
export interface SessionNewsTerms {
  readonly access: ReadAccess;
  /** Reads again what the session has subscribed to; undefined when it has ended. */
  readonly subscriptions: (context: ToolContext) => Awaitable<readonly string[] | undefined>;
  readonly session: string;
}

/**
 * What one legacy session is told without having asked: on exactly one of its streams (2025-11-25, basic/transports), and while it has none, into
 * the log of the last one, for when the client comes back.
 */
export class SessionNews implements Subscriber, Listener {
  private readonly streams = new Set<SessionStream>();
  private lost: { readonly log: EventLog; readonly context: ToolContext } | undefined;
  private uris: ReadonlySet<string> = new Set();
  private reader: ToolContext | undefined;

  constructor(private readonly terms: SessionNewsTerms) {}

  /** Whoever opened the stream that is spoken on; before there is one, nobody. */
  get context(): ToolContext {
    return this.reader!;
  }

  get isIdle(): boolean {
    return this.streams.size === 0;
  }

  /** @returns false when the session has as many streams as it may have */
  add(stream: SessionStream): boolean {
    if (this.streams.size >= MOST_STREAMS) return false;
    this.streams.add(stream);
    return true;
  }

  remove(stream: SessionStream): void {
    this.streams.delete(stream);
    const { log, context } = stream;
    if (log?.carries === 'news') this.lost = { log, context };
  }

  /** Ends every stream. */
  cut(): void {
    for (const stream of this.streams) stream.cut();
    this.lost = undefined;
  }

  hear(event: McpBusEvent): Awaitable<void> {
    if (event.type === 'session_changed')
      return event.session === this.terms.session ? this.refresh() : undefined;
    const [stream] = this.streams;
    const reader = stream?.context ?? this.lost?.context;
    if (!reader) return;
    this.reader = reader;
    return tell(event, this, this.terms.access);
  }

  /** Looks again at what the session has subscribed to. */
  async refresh(): Promise<void> {
    const [stream] = this.streams;
    const reader = stream?.context ?? this.lost?.context;
    const uris = reader && (await this.terms.subscriptions(reader));
    if (uris) this.uris = new Set(uris);
  }

  end(): void {
    // The streams end with the other exchanges; legacy clients are told nothing else.
  }

  wantsList(): boolean {
    return true;
  }

  wantsUri(uri: string): boolean {
    return this.uris.has(uri);
  }

  notify(notification: JsonRpcNotification): void {
    const json = JSON.stringify(notification);
    const [stream] = this.streams;
    if (stream) stream.say(json);
    else this.lost?.log.say(json);
  }
}
