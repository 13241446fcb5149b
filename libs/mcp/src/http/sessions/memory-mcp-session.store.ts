import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@toolgate/tool-runtime';
import type { ResolvedMcpOptions } from '../../mcp.options.js';
import { MCP_OPTIONS } from '../../mcp.tokens.js';
import type { McpSessionRefusal, McpSessionStore, StoredMcpSession } from './mcp-session.store.js';

interface Held {
  session: StoredMcpSession;
  /** On the monotonic clock. */
  expiresAt: number;
}

/**
 * Keeps sessions in this process: right for one instance, lost on restart. On the monotonic clock, so setting the machine's clock neither revives nor ends a session;
 * without a timer.
 */
@Injectable()
export class MemoryMcpSessionStore implements McpSessionStore {
  /** Least recently used first: all live equally long after their last use, so the first one is always the next to go. */
  private readonly sessions = new Map<string, Held>();
  private readonly perOwner = new Map<string, number>();

  constructor(
    @Inject(MCP_OPTIONS) private readonly options: Pick<ResolvedMcpOptions, 'http'>,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Sessions held now, including idle ones that nothing has met yet. */
  get size(): number {
    return this.sessions.size;
  }

  create(session: StoredMcpSession): McpSessionRefusal | undefined {
    const { maxSessions, maxPerPrincipal } = this.limits();
    this.sweep();
    if (this.sessions.size >= maxSessions) return 'store_full';
    // Anonymous callers are nobody in particular, so one of them must not lock the others out.
    const ofOwner = this.perOwner.get(session.owner) ?? 0;
    if (session.owner !== '' && ofOwner >= maxPerPrincipal) return 'owner_full';
    this.sessions.set(session.id, { session, expiresAt: this.nextExpiry() });
    this.perOwner.set(session.owner, ofOwner + 1);
    return undefined;
  }

  use(id: string, owner: string): StoredMcpSession | undefined {
    const held = this.find(id, owner);
    if (!held) return undefined;
    held.expiresAt = this.nextExpiry();
    this.sessions.delete(id);
    this.sessions.set(id, held);
    return held.session;
  }

  setLogLevel(id: string, owner: string, level: string | undefined): void {
    const held = this.find(id, owner);
    if (held) held.session.logLevel = level;
  }

  subscribe(id: string, owner: string, uri: string, max: number): boolean {
    const held = this.find(id, owner);
    if (!held) return false;
    const { subscriptions } = held.session;
    if (subscriptions.includes(uri)) return true;
    if (subscriptions.length >= max) return false;
    held.session = { ...held.session, subscriptions: [...subscriptions, uri] };
    return true;
  }

  unsubscribe(id: string, owner: string, uri: string): void {
    const held = this.find(id, owner);
    if (!held) return;
    const subscriptions = held.session.subscriptions.filter((other) => other !== uri);
    held.session = { ...held.session, subscriptions };
  }

  end(id: string, owner: string): boolean {
    const held = this.find(id, owner);
    if (held) this.remove(held.session);
    return held !== undefined;
  }

  private find(id: string, owner: string): Held | undefined {
    const held = this.sessions.get(id);
    if (!held || held.session.owner !== owner) return undefined;
    return held.expiresAt > this.clock.monotonic() ? held : undefined;
  }

  private sweep(): void {
    const now = this.clock.monotonic();
    for (const held of this.sessions.values()) {
      if (held.expiresAt > now) return;
      this.remove(held.session);
    }
  }

  private remove({ id, owner }: StoredMcpSession): void {
    this.sessions.delete(id);
    const left = (this.perOwner.get(owner) ?? 0) - 1;
    if (left > 0) this.perOwner.set(owner, left);
    else this.perOwner.delete(owner);
  }

  private nextExpiry(): number {
    return this.clock.monotonic() + this.limits().idleMs;
  }

  private limits(): Exclude<ResolvedMcpOptions['http']['sessions'], false> {
    const { sessions } = this.options.http;
    if (!sessions) throw new Error('MemoryMcpSessionStore: http.sessions is off.');
    return sessions;
  }
}
