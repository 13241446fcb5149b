import { NotAnsweredError } from '@toolgate/tool-runtime';
import type {
  AskCapability,
  Clock,
  Exchange,
  ExchangeLogLevel,
  JsonValue,
  ProgressUpdate,
  Question,
  Redactor,
} from '@toolgate/tool-runtime';
import { clientGone } from '../../asking/asking.messages.js';
import type { CallAsking } from '../../asking/call-asking.js';
import { isObject } from '../../protocol/message.reader.js';
import type { JsonRpcId, JsonRpcNotification } from '../../json-rpc/json-rpc.types.js';
import type { McpExchange } from '../../json-rpc/mcp-exchange.js';
import { reachesLevel } from '../../protocol/log-levels.js';

/** Shortest pause between two progress messages of a call, milliseconds. */
const PROGRESS_PAUSE_MS = 50;
/** Largest log message that is sent to a client, bytes of JSON. */
const LARGEST_LOG_BYTES = 16 * 1024;

/** What a client wants to hear of its call while it runs. */
export interface CallWishes {
  /** Echoed with progress; undefined when the client wants none. */
  readonly progressToken: JsonRpcId | undefined;
  /** Lowest level of log messages; undefined when the client wants none. */
  readonly logLevel: string | undefined;
}

/** Where progress and log of one call go: to its client, until the call has been answered. */
export class CallExchange implements Exchange {
  private isClosed = false;
  private highest = Number.NEGATIVE_INFINITY;
  private sentAt = Number.NEGATIVE_INFINITY;
  private waiting: ProgressUpdate | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly exchange: McpExchange,
    private readonly wishes: CallWishes,
    private readonly clock: Clock,
    private readonly redactor: Pick<Redactor, 'redact' | 'redactText'>,
    /** How the client can be asked; undefined when it cannot. */
    private readonly asking?: CallAsking | undefined,
  ) {}

  get isResumed(): boolean {
    return this.asking?.isResumed === true;
  }

  get suspends(): boolean {
    return this.asking?.suspends === true;
  }

  can(capability: AskCapability): boolean {
    return this.asking?.can(capability) === true;
  }

  ask(
    questions: ReadonlyMap<string, Question>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, unknown>> {
    // Whoever holds on to a context must not ask after the end.
    if (this.isClosed || !this.asking) return Promise.reject(new NotAnsweredError(clientGone()));
    return this.asking.ask(questions, signal);
  }

  recall(key: string): { readonly value: JsonValue } | undefined {
    return this.asking?.recall?.(key);
  }

  remember(key: string, value: JsonValue): void {
    this.asking?.remember?.(key, value);
  }

  /**
   * Messages come no faster than one per 50 ms; of those in between only the last is sent, at the latest with the end of the call. What
   * does not go forward is dropped, as progress must grow with every message.
   */
  progress(update: ProgressUpdate): void {
    if (this.isClosed || this.wishes.progressToken === undefined || !isObject(update)) return;
    const { progress } = update;
    if (!Number.isFinite(progress) || progress <= this.highest) return;
    this.highest = progress;
    this.waiting = update;
    if (this.timer) return;
    const pause = this.sentAt + PROGRESS_PAUSE_MS - this.clock.monotonic();
    if (pause <= 0) this.sendWaiting();
    else {
      this.timer = setTimeout(() => this.sendWaiting(), pause);
      this.timer.unref();
    }
  }

  log(level: ExchangeLogLevel, data: unknown, logger?: string): void {
    const { logLevel } = this.wishes;
    if (this.isClosed || logLevel === undefined || !reachesLevel(level, logLevel)) return;
    this.send({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: {
        level,
        ...(typeof logger === 'string' ? { logger } : undefined),
        data: this.redactor.redact(data, { maxBytes: LARGEST_LOG_BYTES }),
      },
    });
  }

  /** The call has ended: sends the progress that still waits, then nothing more. */
  close(): void {
    if (this.waiting) this.sendWaiting();
    this.isClosed = true;
  }

  /** The client wants nothing more: sends nothing more. */
  abandon(): void {
    clearTimeout(this.timer);
    this.waiting = undefined;
    this.isClosed = true;
  }

  private sendWaiting(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const update = this.waiting;
    this.waiting = undefined;
    if (!update || this.isClosed) return;
    this.sentAt = this.clock.monotonic();
    const { progress, total, message } = update;
    this.send({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: {
        progressToken: this.wishes.progressToken,
        progress,
        ...(Number.isFinite(total) ? { total } : undefined),
        ...(typeof message === 'string' ? { message } : undefined),
      },
    });
  }

  private send(notification: JsonRpcNotification): void {
    try {
      this.exchange.notify(notification);
    } catch {
      // News on a broken way back is lost; the call goes on, and its timer must not end the process.
    }
  }
}
