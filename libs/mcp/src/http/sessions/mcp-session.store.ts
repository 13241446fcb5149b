import type { Awaitable } from '@toolgate/tool-runtime';
import type { McpSession } from '../../json-rpc/mcp-exchange.js';

/** A legacy session and whose it is. Plain JSON, so that it can cross a process. */
export interface StoredMcpSession extends McpSession {
  /** Principal that began it, issuer included; the empty text is an anonymous one. Compared, never parsed. */
  readonly owner: string;
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
  /** @returns whether there was such a session of this owner */
  end(id: string, owner: string): Awaitable<boolean>;
}

/** Injection token of the {@link McpSessionStore}. */
export const McpSessionStore = Symbol('McpSessionStore');
