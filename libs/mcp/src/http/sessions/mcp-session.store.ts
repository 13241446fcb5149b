import type { Awaitable } from '@toolgate/tool-runtime';
import type { McpSession } from '../../json-rpc/mcp-exchange.js';

/** A legacy session and whose it is. Plain JSON, so that it can cross a process. */
export interface StoredMcpSession extends McpSession {
  /** Principal that began it, issuer included; the empty text is an anonymous one. Compared, never parsed. */
  readonly owner: string;
  /** URIs of the resources the client wants to hear of. */
  readonly subscriptions: readonly string[];
}

/** Why a session could not be kept. */
export type McpSessionRefusal = 'owner_full' | 'store_full';

/**
 * Where legacy sessions live between requests. A session is a name, not a proof: every request is authenticated anew, and to anybody but its owner a session does
 * not exist.
 *
 * A store that cannot decide throws; the request is then answered with 503.
 */
export interface McpSessionStore {
  /** @returns undefined when kept; otherwise which cap refused it. A full store refuses the new session and never ends another. */
  create(session: StoredMcpSession): Awaitable<McpSessionRefusal | undefined>;
  /** The session, if it exists, is this owner's and has not been idle for too long. Counts as use. */
  use(id: string, owner: string): Awaitable<StoredMcpSession | undefined>;
  /** Keeps what {@link McpSession.logLevel} has become. Does nothing when the session has ended. */
  setLogLevel(id: string, owner: string, level: string | undefined): Awaitable<void>;
  /**
   * Adds a resource that the client wants to hear of; one that is there already stays. Atomic: two at once are both kept.
   * @param max how many there may be
   * @returns false when there are as many, or the session has ended
   */
  subscribe(id: string, owner: string, uri: string, max: number): Awaitable<boolean>;
  /** Does nothing when there is no such subscription or session. */
  unsubscribe(id: string, owner: string, uri: string): Awaitable<void>;
  /** @returns whether there was such a session of this owner */
  end(id: string, owner: string): Awaitable<boolean>;
}

/** Injection token of the {@link McpSessionStore}. */
export const McpSessionStore = Symbol('McpSessionStore');
