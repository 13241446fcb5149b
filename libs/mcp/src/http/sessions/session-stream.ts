import type { ServerResponse } from 'node:http';
import type { ToolContext } from '@toolgate/tool-runtime';
import type { EventLog } from '../event-log.js';
import { EventStream } from '../event-stream.js';
import type { OpenExchange } from '../open-exchanges.js';

/** What a stream needs to know of the session it belongs to. */
export interface SessionStreamTerms {
  readonly keepAliveMs: number;
  /** How often the session is used for the sake of the stream, milliseconds: a client that listens is not idle. */
  readonly useEveryMs: number;
  /** Who opened it. */
  readonly context: ToolContext;
  /** Where what is said is kept for a client that comes back; undefined when it is not. */
  readonly log: EventLog | undefined;
  /** Number of the event after which the client wants to go on; undefined for a new stream. */
  readonly after: number | undefined;
  /** Uses the session. @returns false when it has ended */
  readonly use: () => Promise<boolean>;
  /** Told once, when the stream has ended in whatever way. */
  readonly onEnd: () => void;
}

/** A stream that a legacy client opens with `GET`: for what is not an answer to anything, or for the rest of an answer it has lost. */
export class SessionStream implements OpenExchange {
  readonly isEndless = true;
  private readonly events: EventStream;
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly terms: SessionStreamTerms,
  ) {
    this.events = new EventStream(response, terms.keepAliveMs);
  }

  get context(): ToolContext {
    return this.terms.context;
  }

  get log(): EventLog | undefined {
    return this.terms.log;
  }

  open(): void {
    const { log, after } = this.terms;
    this.response.on('close', () => this.leave());
    // A client that resets the connection while it is written to; `close` follows.
    this.response.on('error', () => this.leave());
    this.events.open();
    this.timer = setInterval(() => void this.useSession(), this.terms.useEveryMs);
    this.timer.unref();
    if (after === undefined) log?.open(this.events);
    else log?.resume(this.events, after);
  }

  /** Tells the client something. One that does not read is sent away. */
  say(json: string): void {
    if (this.isOver) return;
    if (this.terms.log) this.terms.log.say(json);
    else if (!this.events.send(json)) this.cut();
  }

  cut(): void {
    if (this.isOver) return;
    this.leave();
    this.events.end();
  }

  private async useSession(): Promise<void> {
    // A store that is down decides nothing; the next round asks again.
    const isAlive = await this.terms.use().catch(() => true);
    if (!isAlive) this.cut();
  }

  private leave(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearInterval(this.timer);
    this.events.stop();
    this.terms.log?.leave(this.events);
    this.terms.onEnd();
  }
}
