import type { Awaitable } from '../common/awaitable.js';
import type { JsonObject } from '../common/json.js';

/** A call that waits for its second half. Plain JSON, so that it can cross a process. */
export interface PendingConfirmation {
  /** Who may redeem it, for what: an injective encoding of channel, principal, tool and tool fingerprint. Compared, never parsed. */
  readonly binding: string;
  /** Whose budget of pending confirmations it counts against. */
  readonly owner: string;
  readonly tool: string;
  /** The exact arguments, repaired and clamped, that the second call will execute. */
  readonly arguments: JsonObject;
  /** Digest of what the first call sent, to notice a second call that sends something else. */
  readonly sentDigest: string;
}

/** Why a confirmation could not be kept. */
export type ConfirmationRefusal = 'owner_full' | 'store_full';

/**
 * Where pending confirmations wait. The key is a digest of the token: the store never sees the token itself.
 *
 * Implementations must make {@link take} atomic: of any number of concurrent callers, in any number of processes, one gets the entry.
 * A store that cannot decide throws; the runtime then refuses the call as UNAVAILABLE.
 */
export interface ConfirmationStore {
  /**
   * Keeps an entry for `ttlMs` milliseconds.
   * @returns undefined when kept; otherwise which cap refused it. A full store refuses the new entry and never drops somebody else's.
   */
  put(
    key: string,
    entry: PendingConfirmation,
    ttlMs: number,
  ): Awaitable<ConfirmationRefusal | undefined>;
  /** The entry, if it exists, has not expired and has this binding. Changes nothing. */
  peek(key: string, binding: string): Awaitable<PendingConfirmation | undefined>;
  /** Removes and returns the entry if it exists, has not expired and has this binding; otherwise leaves it and returns undefined. */
  take(key: string, binding: string): Awaitable<PendingConfirmation | undefined>;
}

/** Injection token of the {@link ConfirmationStore}. */
export const ConfirmationStore = Symbol('ConfirmationStore');
