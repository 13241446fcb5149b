import type { Awaitable } from '@toolgate/tool-runtime';

/** The lists whose changes clients can hear of. */
export type McpListName = 'tools' | 'prompts' | 'resources';

/** News that concerns clients of a server, wherever they are connected. Plain JSON, so that it can cross a process. */
export type McpBusEvent =
  | { readonly server: string; readonly type: 'list_changed'; readonly list: McpListName }
  | { readonly server: string; readonly type: 'resource_updated'; readonly uri: string }
  /** What a legacy session listens to has changed; whoever holds a stream of it looks again. */
  | { readonly server: string; readonly type: 'session_changed'; readonly session: string };

/** Hears what others publish. Must not throw. */
export type McpBusListener = (event: McpBusEvent) => void;

/**
 * Carries news from whoever knows it to every stream that may have to tell it, on this instance and others. News is not state: what is lost is told
 * with the next change, and clients that connect later read the present.
 *
 * Every subscriber hears every event once, in the order of publication as far as one publisher is concerned, including the publisher's own subscribers.
 */
export interface McpEventBus {
  /** Must neither throw nor reject because nobody can be reached; a fault is the implementation's to log. */
  publish(event: McpBusEvent): Awaitable<void>;
  /** @returns a function that stops it; after it has returned nothing more is heard */
  subscribe(listener: McpBusListener): Awaitable<() => Awaitable<void>>;
}

/** Injection token of the {@link McpEventBus}. */
export const McpEventBus = Symbol('McpEventBus');
