import type { EventStream } from './event-stream.js';

/** What one log keeps for a client that comes back. What is older is forgotten, and cannot be resumed from. */
const MOST_EVENTS = 512;
const MOST_CHARACTERS = 256 * 1024;

interface LoggedEvent {
  readonly number: number;
  readonly json: string;
}

/** How a log and its keeper know each other. */
export interface EventLogTerms {
  /** Tells this log from every other of the session, in the ids of its events. */
  readonly id: string;
  /** How long a client waits before it comes back, milliseconds. */
  readonly retryMs: number;
  /** Whether it is the news of a session or the answer to one message. */
  readonly carries: 'news' | 'answer';
  /** Told how many characters more, or fewer, are kept now. */
  readonly onGrow: (characters: number) => void;
}

/**
 * What has been said on one legacy stream, so that a client that lost the connection can be told the rest on another (2025-11-25, basic/transports,
 * resumability). Goes on while nobody reads.
 */
export class EventLog {
  private readonly events: LoggedEvent[] = [];
  private last = 0;
  private kept = 0;
  private isOver = false;
  private reader: EventStream | undefined;

  constructor(private readonly terms: EventLogTerms) {}

  get id(): string {
    return this.terms.id;
  }

  get carries(): 'news' | 'answer' {
    return this.terms.carries;
  }

  /** Characters kept. */
  get size(): number {
    return this.kept;
  }

  get isRead(): boolean {
    return this.reader !== undefined;
  }

  /** Number of the last event that was said. */
  get lastNumber(): number {
    return this.last;
  }

  /** Begins with an event that says nothing but its id, so that a client that is cut off at once can come back. */
  open(reader: EventStream): void {
    this.reader = reader;
    reader.prime(this.idOf(0), this.terms.retryMs);
  }

  /** Whether everything that came after an event is still known. */
  canResume(after: number): boolean {
    const [first] = this.events;
    return after <= this.last && after >= (first ? first.number - 1 : this.last);
  }

  /** Goes on with a client that has read up to an event. */
  resume(reader: EventStream, after: number): void {
    // Whoever came back is the client; what is left of the old connection only looks open.
    this.reader?.end();
    this.reader = reader;
    for (const { number, json } of this.events)
      if (number > after) reader.send(json, this.idOf(number));
    if (this.isOver) this.hangUp();
  }

  say(json: string): void {
    if (this.isOver) return;
    const id = this.keep(json);
    // A reader that is too far behind is sent away: it can come back for what it has not read.
    if (this.reader && !this.reader.send(json, id)) this.hangUp();
  }

  /** Says the last there is to say, if anything. */
  finish(json?: string): void {
    if (this.isOver) return;
    const id = json === undefined ? undefined : this.keep(json);
    this.isOver = true;
    this.reader?.end(json, id);
    this.reader = undefined;
  }

  /** The connection has gone, or goes; the log goes on. */
  leave(reader: EventStream): void {
    if (this.reader === reader) this.reader = undefined;
  }

  /** Lets go of everything. */
  forget(): void {
    this.isOver = true;
    this.hangUp();
    this.events.length = 0;
    this.grow(-this.kept);
  }

  private hangUp(): void {
    this.reader?.end();
    this.reader = undefined;
  }

  private keep(json: string): string {
    const number = ++this.last;
    this.events.push({ number, json });
    this.grow(json.length);
    // The latest always stays: it may be the answer.
    while (
      this.events.length > 1 &&
      (this.events.length > MOST_EVENTS || this.kept > MOST_CHARACTERS)
    )
      this.grow(-this.events.shift()!.json.length);
    return this.idOf(number);
  }

  private grow(characters: number): void {
    this.kept += characters;
    this.terms.onGrow(characters);
  }

  private idOf(number: number): string {
    return `${this.id}.${number}`;
  }
}
