import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@toolgate/tool-runtime';
import { ServedResources } from '../../features/resources/served-resources.js';
import type { ResolvedMcpOptions } from '../../mcp.options.js';
import { MCP_OPTIONS } from '../../mcp.tokens.js';
import { Subscribers } from '../../notifications/subscribers.js';
import { EventLogs } from './event-logs.js';
import { SessionNews } from './session-news.js';
import type { SessionNewsTerms } from './session-news.js';
import type { SessionStream } from './session-stream.js';

interface Listening {
  readonly news: SessionNews;
  readonly stop: () => void;
  /** When its last stream ended, on the monotonic clock; undefined while it has one. */
  idleSince: number | undefined;
}

/** The streams that clients have opened with `GET`, by session, and what is told on them. */
@Injectable()
export class SessionStreams {
  private readonly sessions = new Map<string, Listening>();
  private readonly resumeForMs: number;

  constructor(
    @Inject(MCP_OPTIONS) { http: { sessions } }: Pick<ResolvedMcpOptions, 'http'>,
    @Inject(Clock) private readonly clock: Clock,
    private readonly subscribers: Subscribers,
    private readonly resources: ServedResources,
    private readonly logs: EventLogs,
  ) {
    this.resumeForMs = sessions ? sessions.resumeForMs : 0;
  }

  /** @returns undefined when the session has as many streams as it may have; otherwise resolves when the stream is told what the session wants to hear */
  add(
    session: string,
    stream: SessionStream,
    subscriptions: SessionNewsTerms['subscriptions'],
  ): Promise<void> | undefined {
    this.sweep();
    const listening = this.sessions.get(session) ?? this.listen(session, subscriptions);
    if (!listening.news.add(stream)) return undefined;
    listening.idleSince = undefined;
    return listening.news.refresh();
  }

  remove(session: string, stream: SessionStream): void {
    const listening = this.sessions.get(session);
    if (!listening) return;
    listening.news.remove(stream);
    if (!listening.news.isIdle) return;
    if (this.resumeForMs === 0) this.forget(session, listening);
    else listening.idleSince = this.clock.monotonic();
  }

  /** The session has ended. */
  endAll(session: string): void {
    const listening = this.sessions.get(session);
    if (listening) {
      listening.news.cut();
      this.forget(session, listening);
    }
    this.logs.forgetAll(session);
  }

  private listen(session: string, subscriptions: SessionNewsTerms['subscriptions']): Listening {
    const news = new SessionNews({ access: this.resources, subscriptions, session });
    const listening: Listening = {
      news,
      stop: this.subscribers.add(news),
      idleSince: undefined,
    };
    this.sessions.set(session, listening);
    return listening;
  }

  private forget(session: string, listening: Listening): void {
    listening.stop();
    this.sessions.delete(session);
  }

  /** Sessions whose clients did not come back in time. */
  private sweep(): void {
    const now = this.clock.monotonic();
    for (const [session, listening] of this.sessions) {
      const { idleSince } = listening;
      if (idleSince !== undefined && idleSince + this.resumeForMs <= now)
        this.forget(session, listening);
    }
  }
}
