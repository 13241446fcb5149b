import type { ServerResponse } from 'node:http';
import { EventStream } from '../event-stream.js';
import type { OpenExchange } from '../open-exchanges.js';

/** What a stream needs to know of the session it belongs to. */
export interface SessionStreamTerms {
  readonly keepAliveMs: number;
  /** How often the session is used for the sake of the stream, milliseconds: a client that listens is not idle. */
  readonly useEveryMs: number;
  /** Uses the session. @returns false when it has ended */
  readonly use: () => Promise<boolean>;
  /** Told once, when the stream has ended in whatever way. */
  readonly onEnd: () => void;
}

/** A stream that a legacy client keeps open for what is not an answer to anything (`GET`). */
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

  open(): void {
    this.response.on('close', () => this.leave());
    // A client that resets the connection while it is written to; `close` follows.
    this.response.on('error', () => this.leave());
    this.events.open();
    this.timer = setInterval(() => void this.useSession(), this.terms.useEveryMs);
    this.timer.unref();
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
    this.terms.onEnd();
  }
}
