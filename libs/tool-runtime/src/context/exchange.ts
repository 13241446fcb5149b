import type { AskCapability, Question } from '../asking/question.js';
import type { Awaitable } from '../common/awaitable.js';
import type { JsonValue } from '../common/json.js';

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
  /** Whether the client can be asked this. @default no */
  can?(capability: AskCapability): boolean;
  /**
   * Asks everything at once and waits for all answers, each read by its question.
   * @param signal aborts when nobody waits for the answers any more
   * @throws InputRequiredError when the client will bring the answers with another call, which runs everything again
   * @throws NotAnsweredError when there was no answer that makes sense
   */
  ask?(
    questions: ReadonlyMap<string, Question>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, unknown>>;
  /** What an earlier run of this call has {@link remember}ed; undefined when nothing. */
  recall?(key: string): { readonly value: JsonValue } | undefined;
  /** Keeps a value for a later run of this call. */
  remember?(key: string, value: JsonValue): void;
  /** Whether {@link ask} ends the call, which then runs again with the answers, rather than wait. @default false */
  readonly suspends?: boolean;
  /** The call goes on where an earlier one ended to ask. */
  readonly isResumed?: boolean;
}
