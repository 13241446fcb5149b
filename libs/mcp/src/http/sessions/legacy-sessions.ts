import { Inject, Injectable } from '@nestjs/common';
import { RandomSource, settle } from '@toolgate/tool-runtime';
import type { Awaitable, ToolContext } from '@toolgate/tool-runtime';
import type { McpSession, McpSubscriptions } from '../../json-rpc/mcp-exchange.js';
import { McpNotifications } from '../../notifications/mcp-notifications.js';
import { McpSessionStore } from './mcp-session.store.js';
import type { StoredMcpSession } from './mcp-session.store.js';
import { SessionStreams } from './session-streams.js';

/** 256 bits; in hexadecimal every character is visible ASCII, as the specification wants it (2025-11-25, basic/transports). */
const ID_BYTES = 32;
const ID = /^[\x21-\x7e]{1,128}$/;

/** What a client has negotiated. */
export type SessionTerms = Omit<McpSession, 'id' | 'logLevel'>;

/** Begins, finds and ends the sessions of legacy clients. To anybody but its owner a session does not exist. */
@Injectable()
export class LegacySessions {
  constructor(
    @Inject(McpSessionStore) private readonly store: McpSessionStore,
    @Inject(RandomSource) private readonly random: RandomSource,
    private readonly streams: SessionStreams,
    private readonly notifications: McpNotifications,
  ) {}

  /** @returns undefined when there are too many sessions, of this caller or in all */
  async begin(terms: SessionTerms, context: ToolContext): Promise<McpSession | undefined> {
    const session: StoredMcpSession = {
      ...terms,
      id: this.random.hex(ID_BYTES),
      owner: ownerOf(context),
      logLevel: undefined,
      subscriptions: [],
    };
    const refused = await this.store.create(session);
    return refused ? undefined : session;
  }

  find(id: string, context: ToolContext): Awaitable<StoredMcpSession | undefined> {
    return ID.test(id) ? this.store.use(id, ownerOf(context)) : undefined;
  }

  /** Keeps what a message has changed in a session. */
  keep(session: McpSession, context: ToolContext): Awaitable<void> {
    return this.store.setLogLevel(session.id, ownerOf(context), session.logLevel);
  }

  /** What the client of a session listens to, to be changed. */
  subscriptionsOf({ id }: McpSession, context: ToolContext): McpSubscriptions {
    const owner = ownerOf(context);
    const changed = () => this.notifications.sessionChanged(id);
    return {
      add: (uri, max) =>
        settle(this.store.subscribe(id, owner, uri, max), (isKept) => {
          if (isKept) changed();
          return isKept;
        }),
      remove: (uri) => settle(this.store.unsubscribe(id, owner, uri), changed),
    };
  }

  async end(id: string, context: ToolContext): Promise<boolean> {
    const ended = ID.test(id) && (await this.store.end(id, ownerOf(context)));
    if (ended) this.streams.endAll(id);
    return ended;
  }
}

/** The principal of a context names its issuer as well, so two people never share a text. */
function ownerOf({ principal }: ToolContext): string {
  return principal ?? '';
}
