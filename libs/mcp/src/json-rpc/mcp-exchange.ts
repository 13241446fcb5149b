import type { Awaitable } from '@toolgate/tool-runtime';
import type { JsonRpcNotification, JsonRpcRequest } from './json-rpc.types.js';

/** Request headers by lower-case name; of repeated ones, all values. Only HTTP has any. */
export interface McpHeaders {
  /** The value, without surrounding white space; undefined when absent; repeated headers are joined with `, `. */
  get(name: string): string | undefined;
}

/**
 * The way back to whoever sent one message. The unit of correlation: two clients may use the same JSON-RPC id at the same time,
 * but never the same exchange.
 */
export interface McpExchange {
  readonly transport: 'http' | 'stdio' | 'direct';
  /**
   * Sends a notification that belongs to this request, before its response. Does nothing once the response has been sent or the
   * sender has gone.
   */
  notify(notification: JsonRpcNotification): void;
  /**
   * Sends a request to a legacy client, before the response to its own. Only where its answer can come back: in a session, or over a connection.
   */
  readonly request?: ((request: JsonRpcRequest) => void) | undefined;
  /** Aborts when the sender has gone and its era takes that for a cancellation, or when it has cancelled. */
  readonly signal: AbortSignal | undefined;
  /** Only over HTTP. */
  readonly headers?: McpHeaders;
  /** The legacy session the message belongs to, when the server keeps sessions. */
  readonly session?: McpSession;
  /**
   * Whether the sender can be told what is not the answer to this message: on the modern era as a part of a request that goes on, on the legacy era
   * whenever there is something to tell.
   */
  readonly pushes: boolean;
  /** The connection the message came over, where one connection is one client. HTTP has none. */
  readonly connection?: McpConnection;
  /** What the sender's legacy session or connection listens to; undefined where it could not be told. */
  readonly subscriptions?: McpSubscriptions;
}

/** One client at the other end of a connection that lasts. */
export interface McpConnection {
  /** Sends a notification that belongs to no request. Does nothing once the connection is closed. */
  notify(notification: JsonRpcNotification): void;
  readonly closed: AbortSignal;
  /** URIs of resources a legacy client has subscribed to. */
  readonly subscriptions: McpSubscriptions & { has(uri: string): boolean };
}

/** Which resources a legacy client wants to hear of. */
export interface McpSubscriptions {
  /** @returns false when there are `max` already, or the session has ended */
  add(uri: string, max: number): Awaitable<boolean>;
  remove(uri: string): Awaitable<void>;
}

/** What a legacy client negotiated for all of its later messages. */
export interface McpSession {
  readonly id: string;
  /** Negotiated protocol version. */
  readonly protocolVersion: string;
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
  readonly clientInfo: Readonly<Record<string, unknown>> | undefined;
  /** Lowest level of log messages the client wants; undefined until it asked for any. */
  logLevel: string | undefined;
}
