import type { JsonRpcNotification } from './json-rpc.types.js';

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
  /** Aborts when the sender has gone and its era takes that for a cancellation, or when it has cancelled. */
  readonly signal: AbortSignal | undefined;
  /** Only over HTTP. */
  readonly headers?: McpHeaders;
  /** The legacy session the message belongs to, when the server keeps sessions. */
  readonly session?: McpSession;
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
