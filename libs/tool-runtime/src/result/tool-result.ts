import type { ContentBlock } from './content-block.js';

/** Members of `meta` that the runtime writes or reads; a tool may add its own. */
export interface ToolResultMeta {
  readonly [key: string]: unknown;
  /** What kind of result this is: `list`, `detail`, `confirmation`, `verification`, `blocked`, `error`, `plan`, … */
  readonly type?: string;
  /** The machine-readable reason of a failure. */
  readonly code?: string;
}

/** The page a list result shows. */
export interface Pagination {
  /** 1-based. */
  readonly page: number;
  readonly total_pages: number;
  readonly total_items: number;
  /** Items per page. */
  readonly limit: number;
  readonly has_prev: boolean;
  readonly has_next: boolean;
}

/** Where {@link ToolResult.paginated} is in the whole list. */
export interface PageOptions {
  /** 1-based page number. */
  readonly page: number;
  /** Items on all pages together. */
  readonly totalItems: number;
  /** Items per page, at least 1. */
  readonly limit: number;
  readonly message?: string | null;
  readonly meta?: ToolResultMeta;
}

/** What a {@link ToolResult.confirmation} asks about. */
export interface ConfirmationSubject {
  /** What would be done, in one word: `delete`. */
  readonly action: string;
  /** What it would be done to. */
  readonly target: string;
  readonly targetId: string | number;
}

interface ToolResultFields<T> {
  readonly success: boolean;
  readonly data?: T | null;
  readonly message?: string | null;
  readonly error?: string | null;
  readonly meta?: ToolResultMeta;
  readonly content?: readonly ContentBlock[];
}

/** Survives two copies of the package in one process, where `instanceof` does not. */
const BRAND = Symbol.for('@toolgate/ToolResult');
const NO_META: ToolResultMeta = Object.freeze({});

/** The result with the JSON text of its data, which must be that of this very data: whoever sends it need not write it again. */
export let withDataJson: <T>(result: ToolResult<T>, json: string) => ToolResult<T>;
/** The result with this `meta` in place of its own. */
export let replaceMeta: <T>(result: ToolResult<T>, meta: ToolResultMeta) => ToolResult<T>;

/**
 * How a call ended: the same five members whoever called and however it ended.
 *
 * @typeParam T shape of `data` on success
 * @example
 * ```ts
 * return ToolResult.success({ id: 7 }, 'Order created');
 * ```
 */
export class ToolResult<T = unknown> {
  /** Whether the call did what it was meant to; asking for a confirmation and planning are successes. */
  readonly success: boolean;
  /** What the tool returned. */
  readonly data: T | null;
  /** What happened, for a person to read. */
  readonly message: string | null;
  /** Why not, in words the caller may read; `null` on success. */
  readonly error: string | null;
  /** Facts about the result and its call. */
  readonly meta: ToolResultMeta;
  /** Media blocks; present only on a result made by {@link ToolResult.content}. */
  declare readonly content?: readonly ContentBlock[];
  #dataJson: string | undefined;

  static {
    Object.defineProperty(this.prototype, BRAND, { value: true });
    withDataJson = (result, json) => {
      result.#dataJson = json;
      return result;
    };
    replaceMeta = (result, meta) => {
      const { success, data, message, error, content } = result;
      const replaced = new ToolResult({ success, data, message, error, meta, content });
      // A result of another copy of the package keeps its private members to itself.
      if (#dataJson in result) replaced.#dataJson = result.#dataJson;
      return replaced;
    };
  }

  private constructor(fields: ToolResultFields<T>) {
    this.success = fields.success;
    this.data = fields.data ?? null;
    this.message = fields.message ?? null;
    this.error = fields.error ?? null;
    this.meta = fields.meta ?? NO_META;
    if (fields.content) this.content = fields.content;
    Object.freeze(this);
  }

  /** Done. */
  static success<T>(
    data: T | null = null,
    message: string | null = null,
    meta: ToolResultMeta = NO_META,
  ): ToolResult<T> {
    return new ToolResult<T>({ success: true, data, message, meta });
  }

  /** Not done; `error` says why, in words the caller may read. `meta.type` is `error` unless `meta` says otherwise. */
  static error<T = never>(
    error: string,
    data: T | null = null,
    meta: ToolResultMeta = NO_META,
  ): ToolResult<T> {
    return new ToolResult<T>({ success: false, data, error, meta: { type: 'error', ...meta } });
  }

  /**
   * One page of a list.
   * @throws RangeError when page, limit or totalItems is not a whole number in range: a page computed from them would lie
   */
  static paginated<T>(items: readonly T[], options: PageOptions): ToolResult<readonly T[]> {
    const { page, totalItems, limit, message = null, meta = NO_META } = options;
    requireWhole('page', page, 1);
    requireWhole('limit', limit, 1);
    requireWhole('totalItems', totalItems, 0);
    const totalPages = Math.ceil(totalItems / limit);
    const pagination: Pagination = {
      page,
      total_pages: totalPages,
      total_items: totalItems,
      limit,
      has_prev: page > 1,
      has_next: page < totalPages,
    };
    return new ToolResult<readonly T[]>({
      success: true,
      data: items,
      message,
      meta: { ...meta, type: 'list', pagination },
    });
  }

  /** One thing in full, and what can be done with it next. */
  static detail<T>(
    item: T,
    entity: string,
    message: string | null = null,
    actions: readonly unknown[] = [],
  ): ToolResult<T> {
    return new ToolResult<T>({
      success: true,
      data: item,
      message,
      meta: { type: 'detail', entity, actions },
    });
  }

  /** Nothing done yet: someone has to say yes first. */
  static confirmation<T>(message: string, details: T, subject: ConfirmationSubject): ToolResult<T> {
    return new ToolResult<T>({
      success: true,
      data: details,
      message,
      meta: {
        type: 'confirmation',
        requires_confirmation: true,
        action: subject.action,
        target: subject.target,
        target_id: subject.targetId,
      },
    });
  }

  /** Refused by a rule; `suggestion` tells what would be accepted. */
  static blocked(reason: string, suggestion: string | null = null): ToolResult<never> {
    return new ToolResult<never>({
      success: false,
      error: reason,
      meta: { type: 'blocked', code: 'BLOCKED', blocked_by_rule: true, suggestion },
    });
  }

  /** Text, images, audio or resources for the model to read. `data` can repeat the content for callers that read data. */
  static content<T = null>(
    blocks: readonly ContentBlock[],
    options: { data?: T; message?: string | null; meta?: ToolResultMeta } = {},
  ): ToolResult<T> {
    const { data = null, message = null, meta = NO_META } = options;
    return new ToolResult<T>({
      success: true,
      data,
      message,
      meta: { type: 'content', ...meta },
      content: blocks,
    });
  }

  /** A result with every member given: for transports and stores that rebuild one. */
  static of<T>(fields: ToolResultFields<T>): ToolResult<T> {
    return new ToolResult<T>(fields);
  }

  /** True for a result made by this class or by another copy of the package. */
  static is(value: unknown): value is ToolResult {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  /**
   * True when a payload, parsed or as JSON text, says that somebody must confirm: at its root or in its `meta`, never deeper.
   */
  static asksForConfirmation(payload: unknown): boolean {
    const value = typeof payload === 'string' ? parseOrUndefined(payload) : payload;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const { requires_confirmation: flag, meta } = value as {
      requires_confirmation?: unknown;
      meta?: unknown;
    };
    if (flag === true) return true;
    return (
      typeof meta === 'object' &&
      meta !== null &&
      (meta as { requires_confirmation?: unknown }).requires_confirmation === true
    );
  }

  /** A copy whose `meta` has these members too; they win over those already there. */
  withMeta(extra: ToolResultMeta): ToolResult<T> {
    return replaceMeta<T>(this, { ...this.meta, ...extra });
  }

  /** A copy with this `data`. */
  withData<D>(data: D | null): ToolResult<D> {
    return new ToolResult<D>({ ...this.fields(), data });
  }

  /** What kind of result this is: `list`, `detail`, `confirmation`, `blocked`, `error`, `plan`, …; `generic` when nothing says. */
  get type(): string {
    const { type } = this.meta as { type?: unknown };
    return typeof type === 'string' ? type : 'generic';
  }

  /** The machine-readable reason of a failure. */
  get code(): string | undefined {
    const { code } = this.meta as { code?: unknown };
    return typeof code === 'string' ? code : undefined;
  }

  /** True when nothing has been done yet, and somebody must say yes first. */
  get requiresConfirmation(): boolean {
    return this.meta['requires_confirmation'] === true;
  }

  /** True when nothing has been done yet, and somebody else must approve first. */
  get requiresVerification(): boolean {
    return this.meta['requires_verification'] === true;
  }

  /** What the call has to be made again with, once it is approved; of a released call, which approval released it. */
  get verificationId(): string | null {
    const id = this.meta['verification_id'];
    return typeof id === 'string' ? id : null;
  }

  /** True when a rule or a listener refused. */
  get isBlocked(): boolean {
    return this.meta['blocked_by_rule'] === true;
  }

  /** Which page of a list this is, when it is one. */
  get pagination(): Pagination | null {
    return (this.meta['pagination'] as Pagination | undefined) ?? null;
  }

  /** What can be done next with a detail. */
  get actions(): readonly unknown[] {
    const actions = this.meta['actions'];
    return Array.isArray(actions) ? actions : [];
  }

  /** The token that redeems a confirmation, when this result asks for one. */
  get confirmToken(): string | null {
    const token = (this.data as { confirm_token?: unknown } | null)?.confirm_token;
    return typeof token === 'string' ? token : null;
  }

  /**
   * `data` as JSON text. A result of the pipeline has it already: it is written once, when the result is checked.
   * @throws TypeError for data without a JSON form, which only a result that has not been through the pipeline can have
   */
  get dataJson(): string {
    return this.#dataJson ?? JSON.stringify(this.data);
  }

  /** `{ success, data, message, error, meta }`, in this order; `content` follows when there is any. */
  toJSON(): Record<string, unknown> {
    const { success, data, message, error, meta } = this;
    return this.content
      ? { success, data, message, error, meta, content: this.content }
      : { success, data, message, error, meta };
  }

  private fields(): ToolResultFields<T> {
    const { success, data, message, error, meta, content } = this;
    return { success, data, message, error, meta, content };
  }
}

function requireWhole(name: string, value: number, minimum: number): void {
  if (!Number.isSafeInteger(value) || value < minimum)
    throw new RangeError(
      `ToolResult.paginated: ${name} must be a whole number of at least ${minimum}, got ${value}.`,
    );
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
