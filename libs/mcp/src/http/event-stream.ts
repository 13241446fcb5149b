import type { ServerResponse } from 'node:http';
import { STREAM_TYPE } from './accept.js';

/** Bytes that may wait for a slow reader. What would come on top is dropped: notifications are news, and news does not get better with age. */
const MOST_WAITING_BYTES = 1024 * 1024;
/** A comment of server-sent events: keeps proxies from cutting an idle connection, and no reader sees it. */
const KEEP_ALIVE = ': ping\n\n';

/** Server-sent events on one response. */
export class EventStream {
  private keepAlive: NodeJS.Timeout | undefined;

  constructor(
    private readonly response: ServerResponse,
    private readonly keepAliveMs: number,
  ) {}

  /** Sends the head of the response at once, so that the client knows that it is being served. */
  open(headers?: Readonly<Record<string, string>>): void {
    this.response.writeHead(200, {
      'Content-Type': STREAM_TYPE,
      // no-transform keeps compressing middleware from holding events back, the last one does so for nginx.
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
      ...headers,
    });
    this.response.flushHeaders();
    this.keepAlive = setInterval(() => this.ping(), this.keepAliveMs);
    this.keepAlive.unref();
  }

  /** Sends an event that says nothing but its id, and how long a client that is cut off waits before it comes back. */
  prime(id: string, retryMs: number): void {
    this.response.write(`id: ${id}\nretry: ${retryMs}\ndata:\n\n`);
  }

  /** Sends a message, unless its reader is too far behind. @returns whether it was sent */
  send(json: string, id?: string): boolean {
    if (this.response.writableLength > MOST_WAITING_BYTES) return false;
    this.response.write(eventOf(json, id));
    return true;
  }

  /** Ends the stream, with a last message or without. */
  end(json?: string, id?: string): void {
    this.stop();
    if (json === undefined) this.response.end();
    else this.response.end(eventOf(json, id));
  }

  /** Lets go of the stream whose reader has gone. */
  stop(): void {
    clearInterval(this.keepAlive);
  }

  private ping(): void {
    // A reader that is behind has an open connection, or will be found out.
    if (this.response.writableLength === 0) this.response.write(KEEP_ALIVE);
  }
}

/** JSON text has no line breaks of its own, so one line of data is enough. */
function eventOf(json: string, id: string | undefined): string {
  return `event: message\n${id === undefined ? '' : `id: ${id}\n`}data: ${json}\n\n`;
}
