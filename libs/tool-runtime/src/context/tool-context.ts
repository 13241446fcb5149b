import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import {
  CapabilityMissingError,
  InputRequiredError,
  NotAnsweredError,
} from '../asking/asking.errors.js';
import { badQuestionKey, cannotRerun, notJson } from '../asking/asking.messages.js';
import type {
  AnswersOf,
  AskCapability,
  ClientRoot,
  ElicitationAnswer,
  Question,
  SamplingAnswer,
  SamplingRequest,
} from '../asking/question.js';
import { elicitation, rootsOfClient, sampling } from '../asking/questions.js';
import type { ContentOf, FormOptions, UrlOptions } from '../asking/questions.js';
import type { JsonSchema, JsonValue } from '../common/json.js';
import { calmSignal } from '../common/calm-signal.js';
import { faultSummary } from '../common/fault-summary.js';
import { isPromiseLike } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { Exchange, ExchangeLogLevel, ProgressUpdate } from './exchange.js';

/** `execute` runs the tool; `plan` runs every check and answers what would happen. */
export type ToolContextMode = 'execute' | 'plan';

/** What every factory of {@link ToolContext} accepts. */
export interface ToolContextOptions {
  /** Correlates result, audit record and log lines; 32 hexadecimal characters are generated when absent. */
  readonly requestId?: string;
  /** Address of the caller, for audit and for guards that count by address. */
  readonly ip?: string | null;
  /** What the caller's client says it is, for audit. */
  readonly userAgent?: string | null;
  /** Facts of the host's own. Never consulted for a decision of the runtime. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Whether to run or only to say what would happen. @default 'execute' */
  readonly mode?: ToolContextMode;
  /** Aborts the call when the caller goes away. */
  readonly signal?: AbortSignal;
  /** Where progress and log messages of the running tool go. */
  readonly exchange?: Exchange;
}

/** A caller with an identity and scopes. */
export interface PrincipalContextOptions extends ToolContextOptions {
  /** Who calls; `null` is an anonymous caller, which every channel with `requireAuth` refuses. */
  readonly principal: string | null;
  /** What the caller may do. `*` stands for everything; there are no other patterns. */
  readonly scopes?: readonly string[];
}

/** {@link ToolContext.of} takes the channel as well. */
export interface ChannelContextOptions extends PrincipalContextOptions {
  /** Names the channel policy that applies; a channel without a policy fails closed. */
  readonly channel: string;
}

/** {@link ToolContext.telegram} takes the chat and the member instead of a principal. */
export interface TelegramContextOptions extends ToolContextOptions {
  /** Also in `extra.chat_id`. */
  readonly chatId: string | number;
  /** The member who wrote; without one the whole chat is the principal, as `chat:<id>`. */
  readonly userId?: string | number;
  /** What the member may do. @default ['read', 'write'] */
  readonly scopes?: readonly string[];
}

/** Tells a question from others of the same call. */
export interface QuestionKey {
  /** 1 to 64 letters, digits, `_`, `-` or `.`; the same in every run. @default its place in the order of questions */
  readonly key?: string;
}

const QUESTION_KEY = /^[A-Za-z0-9_.-]{1,64}$/;
/** Survives two copies of the package in one process, where `instanceof` does not. */
const BRAND = Symbol.for('@toolgate/ToolContext');
const EVERYTHING = Object.freeze(['*']);
const NO_SCOPES: readonly string[] = Object.freeze([]);
const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({});

/** A context a caller can pass wherever one is expected. */
interface ToolContextFields extends Omit<ToolContextOptions, 'ip' | 'userAgent' | 'mode'> {
  readonly principal: string | null;
  readonly channel: string;
  readonly scopes: readonly string[];
  readonly requestId: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly mode: ToolContextMode;
}

/**
 * Gives one call its own context, whose signal the runtime can abort. A call made with the context of another call follows it:
 * it stops when that one is stopped.
 * @throws TypeError for what only looks like a context
 */
export let openCall: (context: ToolContext) => ToolContext;
/** Why the call has to end although its tool goes on: its client was asked, and answers with another call. */
export let suspensionOf: (call: ToolContext) => Error | undefined;
/** How long a call has waited for people, milliseconds, and whether it does now. Its deadline does not count that. */
export let waitedForAnswers: (call: ToolContext) => { readonly ms: number; readonly now: boolean };
/** Whether a question ends the call, and whether this one goes on where an earlier one ended so. */
export let rerun: (call: ToolContext) => {
  readonly suspends: boolean;
  readonly isResumed: boolean;
};
/** The call has used up something that a second run of it could not bring again: a token, an approval. From now on a question cannot end it. */
export let forbidRerun: (call: ToolContext) => void;
/** Aborts the signal of a context made by {@link openCall}. */
export let abortCall: (context: ToolContext, reason: Error) => void;
/** Lets go of the caller's signal once the call has ended. */
export let closeCall: (context: ToolContext) => void;
/** The signal of whoever made a call, if there is one. */
export let callerSignal: (call: ToolContext) => AbortSignal | undefined;

/**
 * Who calls, over which channel, with what scopes, and whether to run or only to plan.
 *
 * Immutable. The identity is what the transport established: nothing in the arguments of a call and nothing in
 * {@link ToolContext.extra} can change it.
 *
 * @example
 * ```ts
 * const context = ToolContext.web({ principal: 'user:42', scopes: ['orders:read'] });
 * const result = await registry.call('list_orders', { page: 1 }, context);
 * ```
 */
export class ToolContext {
  /** Who calls; `null` is nobody. */
  readonly principal: string | null;
  /** Names the channel policy that applies. */
  readonly channel: string;
  /** What the caller may do; frozen. */
  readonly scopes: readonly string[];
  /** Correlates result, audit record and log lines. */
  readonly requestId: string;
  /** Address of the caller, when the transport knows it. */
  readonly ip: string | null;
  /** What the caller's client says it is, when the transport knows it. */
  readonly userAgent: string | null;
  /** Facts of the host's own; frozen. Never consulted for a decision of the runtime. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Whether to run or only to say what would happen. */
  readonly mode: ToolContextMode;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #exchange: Exchange | undefined;
  // The signal is made on first use: most tools never look at it.
  #controller: AbortController | undefined;
  #abortReason: Error | undefined;
  #forwardAbort: (() => void) | undefined;
  #isCall = false;
  #suspension: Error | undefined;
  #asking = 0;
  #askingSince = 0;
  #askedMs = 0;
  #questions = 0;
  #mayRerun = true;

  static {
    Object.defineProperty(this.prototype, BRAND, { value: true });
    openCall = (context) => {
      const call =
        #isCall in context
          ? new ToolContext({
              principal: context.principal,
              channel: context.channel,
              scopes: context.scopes,
              requestId: context.requestId,
              ip: context.ip,
              userAgent: context.userAgent,
              extra: context.extra,
              mode: context.mode,
              signal: context.#upstream,
              exchange: context.#exchange,
            })
          : adopted(context);
      call.#isCall = true;
      return call;
    };
    abortCall = (context, reason) => {
      context.#abortReason ??= reason;
      context.#controller?.abort(context.#abortReason);
    };
    closeCall = (context) => {
      if (!context.#forwardAbort) return;
      context.#callerSignal?.removeEventListener('abort', context.#forwardAbort);
      context.#forwardAbort = undefined;
    };
    callerSignal = (call) => call.#callerSignal;
    suspensionOf = (call) => call.#suspension;
    forbidRerun = (call) => {
      call.#mayRerun = false;
    };
    waitedForAnswers = (call) => ({
      ms: call.#askedMs + (call.#asking > 0 ? performance.now() - call.#askingSince : 0),
      now: call.#asking > 0,
    });
    rerun = (call) => ({
      suspends: call.#exchange?.suspends === true,
      isResumed: call.#exchange?.isResumed === true,
    });
  }

  private constructor(fields: ToolContextFields) {
    this.principal = fields.principal;
    this.channel = fields.channel;
    this.scopes = fields.scopes;
    this.requestId = fields.requestId;
    this.ip = fields.ip;
    this.userAgent = fields.userAgent;
    this.extra = fields.extra;
    this.mode = fields.mode;
    this.#callerSignal = fields.signal;
    this.#exchange = fields.exchange;
    Object.freeze(this);
  }

  /**
   * The host's own code calling itself: principal `local-shell`, every scope. Never use it for a caller that came over a network.
   */
  static cli(options: ToolContextOptions = {}): ToolContext {
    return new ToolContext(fieldsOf('cli', 'local-shell', EVERYTHING, options));
  }

  /** A client of the Model Context Protocol that a transport has authenticated; `principal: null` when it has not. */
  static mcp(options: PrincipalContextOptions): ToolContext {
    const { principal, scopes = NO_SCOPES } = options;
    return new ToolContext(fieldsOf('mcp', principal, scopes, options));
  }

  /** A local process on standard input and output, trusted because it was started by the user: principal `stdio`, every scope unless told otherwise. */
  static stdio(options: Partial<PrincipalContextOptions> = {}): ToolContext {
    const { principal = 'stdio', scopes = EVERYTHING } = options;
    return ToolContext.of({ ...options, principal, scopes, channel: 'mcp' });
  }

  /** A message in a Telegram chat. */
  static telegram(options: TelegramContextOptions): ToolContext {
    const { chatId, userId, scopes = ['read', 'write'], extra, ...rest } = options;
    return ToolContext.of({
      ...rest,
      channel: 'telegram',
      principal: userId === undefined ? `chat:${chatId}` : String(userId),
      scopes,
      extra: { ...extra, chat_id: chatId },
    });
  }

  /** A user of the host's own web application. */
  static web(options: PrincipalContextOptions): ToolContext {
    const { principal, scopes = NO_SCOPES } = options;
    return new ToolContext(fieldsOf('web', principal, scopes, options));
  }

  /** A caller on any channel, including the host's own channels. */
  static of(options: ChannelContextOptions): ToolContext {
    const { channel, principal, scopes = NO_SCOPES } = options;
    return new ToolContext(fieldsOf(channel, principal, scopes, options));
  }

  /** True for a context made by this class or by another copy of the package. */
  static is(value: unknown): value is ToolContext {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  /** The same caller, asking only what would happen. The request id stays. */
  asPlan(): ToolContext {
    return this.with({ mode: 'plan' });
  }

  /**
   * The same caller on another way back: what is given replaces what was there. Identity, channel and scopes cannot be replaced.
   * For transports, which learn of signal and exchange request by request.
   */
  with(
    options: Pick<ToolContextOptions, 'requestId' | 'mode' | 'signal' | 'exchange' | 'extra'>,
  ): ToolContext {
    const { principal, channel, scopes, ip, userAgent } = this;
    // Identity has been looked at before; only what can be new is looked at here.
    const mode = requireMode(options.mode ?? this.mode);
    const requestId = requireRequestId(options.requestId ?? this.requestId);
    const signal = requireSignal(options.signal ?? this.#upstream);
    return new ToolContext({
      principal,
      channel,
      scopes,
      ip,
      userAgent,
      extra: frozenCopy(options.extra ?? this.extra),
      requestId,
      mode,
      signal,
      exchange: options.exchange ?? this.#exchange,
    });
  }

  get isPlanMode(): boolean {
    return this.mode === 'plan';
  }

  /** True when the call is meant to run. */
  get isExecuteMode(): boolean {
    return this.mode === 'execute';
  }

  /** True when the caller holds this scope or `*`. */
  hasScope(scope: string): boolean {
    return this.scopes.includes('*') || this.scopes.includes(scope);
  }

  /** True when the caller holds at least one; false for an empty list. */
  hasAnyScope(scopes: readonly string[]): boolean {
    if (scopes.length > 0 && this.scopes.includes('*')) return true;
    // Without a callback, since a list of tools asks this for each of them.
    for (const scope of scopes) if (this.scopes.includes(scope)) return true;
    return false;
  }

  /** True when the caller holds every one; true for an empty list. */
  hasAllScopes(scopes: readonly string[]): boolean {
    return scopes.every((scope) => this.hasScope(scope));
  }

  /**
   * Aborts when the call must stop: its deadline passed, or the caller went away. Pass it on to `fetch`, to a database driver, to a timer.
   * Outside a call it is the caller's own signal, or one that never aborts.
   */
  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    const controller = new AbortController();
    calmSignal(controller.signal, (error) => reportListener(this.requestId, error));
    this.#controller = controller;
    if (this.#abortReason) controller.abort(this.#abortReason);
    else if (this.#callerSignal?.aborted) controller.abort(this.#callerSignal.reason);
    else if (this.#callerSignal) {
      const caller = this.#callerSignal;
      this.#forwardAbort = () => controller.abort(caller.reason);
      caller.addEventListener('abort', this.#forwardAbort, { once: true });
    }
    return controller.signal;
  }

  /** Tells the caller how far the call has come. Does nothing when the caller does not listen; never throws. */
  reportProgress(update: ProgressUpdate): void {
    quietly(() => this.#exchange?.progress?.(update));
  }

  /** Sends a log message to the caller, not to the server's log. Never throws; never put a secret in it. */
  log(level: ExchangeLogLevel, data: unknown, logger?: string): void {
    quietly(() => this.#exchange?.log?.(level, data, logger));
  }

  /** Whether the client that called can be asked this. Ask before you depend on it. */
  can(capability: AskCapability): boolean {
    try {
      if (this.#exchange?.suspends && !this.#mayRerun) return false;
      return this.#exchange?.ask !== undefined && this.#exchange.can?.(capability) === true;
    } catch {
      return false;
    }
  }

  /**
   * Asks a person, by a form or a page, and waits for the answer. While it waits, the deadline of the call stands still.
   *
   * **Code before the question may run twice**: clients of the stateless revision of MCP answer with another call, which runs the tool from its
   * beginning, up to the question, and on. Put what must happen once into {@link once}, and ask before you act.
   *
   * @param options a form (`schema`) or a page (`url`); `key` tells the question from others of the same call, by default their order does
   * @throws CapabilityMissingError when the client cannot be asked; see {@link can}
   * @throws NotAnsweredError when nobody answered in time, or the answer did not fit the form
   * @throws TypeError for a form that clients could not show
   *
   * @example
   * ```ts
   * const answer = await ctx.elicit({
   *   message: 'Which size?',
   *   schema: { type: 'object', properties: { size: { type: 'string', enum: ['S', 'M', 'L'] } }, required: ['size'] },
   * });
   * if (answer.action !== 'accept') throw new ToolError('No size was chosen.');
   * ```
   */
  elicit<Schema extends StandardSchemaV1 | JsonSchema>(
    options: FormOptions<Schema> & QuestionKey,
  ): Promise<ElicitationAnswer<ContentOf<Schema>>>;
  elicit(options: UrlOptions & QuestionKey): Promise<ElicitationAnswer<undefined>>;
  async elicit(
    options: (FormOptions<StandardSchemaV1 | JsonSchema> | UrlOptions) & QuestionKey,
  ): Promise<ElicitationAnswer<unknown>> {
    const question = elicitation(options as FormOptions<StandardSchemaV1 | JsonSchema>);
    return this.#askOne(options.key, question);
  }

  /**
   * Asks the client's model. See {@link elicit} for what runs twice.
   * @throws CapabilityMissingError when the client has none to ask
   * @throws NotAnsweredError when there was no answer
   */
  async sample({ key, ...request }: SamplingRequest & QuestionKey): Promise<SamplingAnswer> {
    return this.#askOne(key, sampling(request));
  }

  /**
   * Asks for the folders the client works in. See {@link elicit} for what runs twice.
   * @throws CapabilityMissingError when the client does not tell
   * @throws NotAnsweredError when there was no answer
   */
  async roots({ key }: QuestionKey = {}): Promise<readonly ClientRoot[]> {
    return this.#askOne(key, rootsOfClient());
  }

  /**
   * Asks several things at once, by key; the client may show them together. See {@link elicit} for what runs twice.
   * @throws CapabilityMissingError when the client cannot be asked one of them; nothing is asked then
   * @throws NotAnsweredError when one was not answered
   */
  async ask<const Questions extends Readonly<Record<string, Question>>>(
    questions: Questions,
  ): Promise<AnswersOf<Questions>> {
    const answers = await this.#askAll(new Map(Object.entries(questions)));
    return Object.fromEntries(answers) as AnswersOf<Questions>;
  }

  /**
   * Does something once, however often questions make the call run again: what it returned the first time is given back.
   *
   * @param key tells it from others of the same call
   * @param action returns plain JSON, which travels with the question, sealed, to the client and back
   * @throws TypeError when it returns anything else
   */
  async once<T extends JsonValue | undefined | void>(
    key: string,
    action: () => Awaitable<T>,
  ): Promise<T> {
    const known = this.#exchange?.recall?.(key);
    if (known) return (known.value === null ? undefined : known.value) as T;
    const value = await action();
    const kept = plainJson(value ?? null);
    if (kept === undefined) throw new TypeError(notJson(key));
    this.#exchange?.remember?.(key, kept);
    return value;
  }

  async #askOne<Answer>(key: string | undefined, question: Question<Answer>): Promise<Answer> {
    const own = key ?? `question_${++this.#questions}`;
    const answers = await this.#askAll(new Map([[own, question]]));
    return answers.get(own) as Answer;
  }

  async #askAll(questions: ReadonlyMap<string, Question>): Promise<ReadonlyMap<string, unknown>> {
    for (const [key, { capability }] of questions) {
      if (!QUESTION_KEY.test(key)) throw new TypeError(badQuestionKey(key));
      if (this.#exchange?.suspends && !this.#mayRerun) throw new NotAnsweredError(cannotRerun());
      if (!this.can(capability)) throw new CapabilityMissingError(capability);
    }
    if (this.#asking++ === 0) this.#askingSince = performance.now();
    try {
      return await this.#exchange!.ask!(questions, this.signal);
    } catch (error) {
      // Also when the tool catches it: what it does without an answer is not what its caller asked for.
      if (error instanceof InputRequiredError) this.#suspension = error;
      throw error;
    } finally {
      if (--this.#asking === 0) this.#askedMs += performance.now() - this.#askingSince;
    }
  }

  /** What a context made from this one follows. The signal of a call aborts with its caller and with its own deadline. */
  get #upstream(): AbortSignal | undefined {
    return this.#isCall ? this.signal : this.#callerSignal;
  }

  /** The seven fields that identify a call; `extra` stays out. */
  toJSON(): Record<string, unknown> {
    return {
      principal: this.principal,
      channel: this.channel,
      scopes: this.scopes,
      request_id: this.requestId,
      ip: this.ip,
      user_agent: this.userAgent,
      mode: this.mode,
    };
  }
}

function frozenCopy(extra: ToolContextOptions['extra']): Readonly<Record<string, unknown>> {
  if (!extra) return NOTHING;
  return Object.isFrozen(extra) ? extra : Object.freeze({ ...extra });
}

/**
 * A context of another copy of the package, as one of ours: it keeps its private members to itself, but its public ones say everything.
 * @throws TypeError when they do not say what a context says
 */
function adopted(context: ToolContext): ToolContext {
  const { principal, channel, scopes, requestId, ip, userAgent, extra, mode, signal } = context;
  return ToolContext.of({
    principal,
    channel,
    scopes,
    requestId,
    ip,
    userAgent,
    extra,
    mode,
    signal,
    exchange: foreignExchange(context),
  });
}

/** Progress and log of a context whose exchange cannot be reached: through its public methods. */
function foreignExchange(context: ToolContext): Exchange {
  return {
    progress: (update) => context.reportProgress(update),
    log: (level, data, logger) => context.log(level, data, logger),
  };
}

/** @throws TypeError for what no context can be made of */
function fieldsOf(
  channel: string,
  principal: string | null,
  scopes: readonly string[],
  options: ToolContextOptions,
): ToolContextFields {
  const { mode = 'execute', requestId, signal } = options;
  if (typeof channel !== 'string')
    throw new TypeError('ToolContext: channel must be a string, for example "web".');
  if (principal !== null && typeof principal !== 'string')
    throw new TypeError(
      'ToolContext: principal must be a string, or null for an anonymous caller.',
    );
  if (!Array.isArray(scopes) || !scopes.every(isString))
    throw new TypeError(
      "ToolContext: scopes must be an array of strings, for example ['orders:read'].",
    );
  return {
    principal,
    channel,
    scopes: Object.isFrozen(scopes) ? scopes : Object.freeze([...scopes]),
    requestId: requestId === undefined ? newRequestId() : requireRequestId(requestId),
    ip: options.ip ?? null,
    userAgent: options.userAgent ?? null,
    extra: frozenCopy(options.extra),
    mode: requireMode(mode),
    signal: requireSignal(signal),
    exchange: options.exchange,
  };
}

/** A typing error such as 'dry-run' must not run for real. */
function requireMode(mode: ToolContextMode): ToolContextMode {
  if (mode === 'execute' || mode === 'plan') return mode;
  throw new TypeError(
    `ToolContext: mode must be 'execute' or 'plan', got ${JSON.stringify(mode)}.`,
  );
}

function requireRequestId(requestId: string): string {
  if (typeof requestId === 'string') return requestId;
  throw new TypeError('ToolContext: requestId must be a string.');
}

function requireSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined || isSignal(signal)) return signal;
  throw new TypeError('ToolContext: signal must be an AbortSignal.');
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** Cutting the hyphens out by place costs a fraction of searching for them, and every call needs an id. */
function newRequestId(): string {
  const uuid = randomUUID();
  return (
    uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24)
  );
}

/** By its form: a polyfill or another realm has a class of its own. */
function isSignal(value: AbortSignal): boolean {
  return typeof value?.aborted === 'boolean' && typeof value.addEventListener === 'function';
}

/** Only what kind of fault it was: messages may hold what the log must not. */
function reportListener(requestId: string, error: unknown): void {
  new Logger('ToolRuntime').error(
    `A listener on the signal of a call failed when the call was stopped (ref ${requestId}): ${faultSummary(error)}`,
  );
}

/** A copy, if JSON keeps everything there is in the value; undefined otherwise. */
function plainJson(value: unknown): JsonValue | undefined {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? undefined : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}

/** Runs code of the caller's that must not be able to fail the call. */
function quietly(action: () => Awaitable<void> | undefined): void {
  try {
    const done = action();
    if (isPromiseLike(done)) done.then(undefined, () => undefined);
  } catch {
    // The caller's transport is gone or broken; the tool goes on.
  }
}
