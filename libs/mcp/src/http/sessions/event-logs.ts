import { Inject, Injectable } from '@nestjs/common';
import { Clock, RandomSource } from '@toolgate/tool-runtime';
import type { ResolvedMcpOptions } from '../../mcp.options.js';
import { MCP_OPTIONS } from '../../mcp.tokens.js';
import { EventLog } from '../event-log.js';

/** Characters that all logs together keep. Beyond it the oldest that nobody reads go. */
const MOST_CHARACTERS = 32 * 1024 * 1024;
/** Logs of one session; the oldest that nobody reads goes first. */
const MOST_PER_SESSION = 64;
const ID_BYTES = 8;
const EVENT_ID = /^([0-9a-f]{16})\.(0|[1-9]\d{0,14})$/;

interface Kept {
  readonly session: string;
  readonly log: EventLog;
  /** When it was last known to be read, on the monotonic clock. */
  readAt: number;
}

/** Where a client that comes back wants to go on. */
export interface Resumption {
  readonly log: EventLog;
  /** Number of the last event it has read. */
  readonly after: number;
}

/**
 * The logs of this instance's legacy streams. Bounded in number, size and age; without a timer. A client can reach only those of its own
 * session, and its session only as its owner.
 */
@Injectable()
export class EventLogs {
  /** By id, oldest first. */
  private readonly logs = new Map<string, Kept>();
  private readonly perSession = new Map<string, Set<string>>();
  private characters = 0;
  private readonly resumeForMs: number;
  private readonly retryMs: number;

  constructor(
    @Inject(MCP_OPTIONS) { http: { sessions } }: Pick<ResolvedMcpOptions, 'http'>,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(RandomSource) private readonly random: RandomSource,
  ) {
    this.resumeForMs = sessions ? sessions.resumeForMs : 0;
    this.retryMs = sessions ? sessions.retryMs : 0;
  }

  /** Whether streams can be resumed at all. */
  get isOn(): boolean {
    return this.resumeForMs > 0;
  }

  /** Characters kept now, of all sessions. */
  get size(): number {
    return this.characters;
  }

  begin(session: string, carries: EventLog['carries']): EventLog {
    this.sweep();
    const log = new EventLog({
      id: this.random.hex(ID_BYTES),
      retryMs: this.retryMs,
      carries,
      onGrow: (characters) => {
        this.characters += characters;
        if (this.characters > MOST_CHARACTERS) this.makeRoom();
      },
    });
    this.logs.set(log.id, { session, log, readAt: this.clock.monotonic() });
    const ofSession = this.perSession.get(session) ?? new Set<string>();
    this.perSession.set(session, ofSession.add(log.id));
    if (ofSession.size > MOST_PER_SESSION) this.dropOldest(ofSession);
    return log;
  }

  /** @returns undefined for what is not, or not any more, an event of this session */
  find(session: string, eventId: string): Resumption | undefined {
    this.sweep();
    const [, id = '', number = ''] = EVENT_ID.exec(eventId) ?? [];
    const kept = this.logs.get(id);
    if (kept?.session !== session) return undefined;
    kept.readAt = this.clock.monotonic();
    return { log: kept.log, after: Number(number) };
  }

  /** The session has ended. */
  forgetAll(session: string): void {
    for (const id of this.perSession.get(session) ?? []) this.drop(id);
  }

  private sweep(): void {
    const now = this.clock.monotonic();
    for (const [id, kept] of this.logs) {
      if (kept.log.isRead) kept.readAt = now;
      else if (kept.readAt + this.resumeForMs <= now) this.drop(id);
    }
  }

  private makeRoom(): void {
    for (const [id, { log }] of this.logs) {
      if (this.characters <= MOST_CHARACTERS) return;
      if (!log.isRead) this.drop(id);
    }
  }

  private dropOldest(ids: ReadonlySet<string>): void {
    for (const id of ids) if (!this.logs.get(id)?.log.isRead) return this.drop(id);
  }

  private drop(id: string): void {
    const kept = this.logs.get(id);
    if (!kept) return;
    this.logs.delete(id);
    const ofSession = this.perSession.get(kept.session);
    ofSession?.delete(id);
    if (ofSession?.size === 0) this.perSession.delete(kept.session);
    kept.log.forget();
  }
}
