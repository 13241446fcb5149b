import type { Awaitable } from '../common/awaitable.js';

/** How far a running call has come. */
export interface ProgressUpdate {
  /** Units done so far; grows with every update. */
  readonly progress: number;
  /** Units in all, when known. */
  readonly total?: number;
  /** What is being done, for a person to read. */
  readonly message?: string;
}

/** Severity words of RFC 5424, as MCP uses them. */
export type ExchangeLogLevel =
  'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/**
 * What a running tool can say to whoever called it, before the result. Each transport brings its own;
 * a caller that brings none hears nothing. A failing exchange never fails the call.
 */
export interface Exchange {
  progress?(update: ProgressUpdate): Awaitable<void>;
  log?(level: ExchangeLogLevel, data: unknown, logger?: string): Awaitable<void>;
}
