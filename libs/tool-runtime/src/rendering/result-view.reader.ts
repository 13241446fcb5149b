import type { ToolResult } from '../result/tool-result.js';
import { contentLines, textLines } from './content.view.js';
import { oneLine, paragraph } from './display-text.js';
import { itemView } from './item.view.js';
import { isReadableList, isReadableRecord, readableValue } from './readable-value.js';
import type { ReadableRecord, ReadableValue } from './readable-value.js';
import type { ResolvedRenderingOptions } from './rendering.options.js';
import { LONGEST_LINE } from './result-view.js';
import type { ResultView, ResultViewKind, ViewBody } from './result-view.js';
import { rowsOf, valueView } from './value.view.js';

const CONFIRM_TOKEN = 'confirm_token';
const NONE: ReadonlySet<string> = new Set();
const TOKEN: ReadonlySet<string> = new Set([CONFIRM_TOKEN]);
/** What a request for confirmation says elsewhere: in its heading, its message, its note. */
const CONFIRMATION_FACTS: ReadonlySet<string> = new Set([
  'requires_confirmation',
  'action_summary',
  'expires_at',
]);

const MESSAGE_LINES = 50;
const EMPTY: ReadableRecord = { members: new Map(), more: 0 };

/** What a result has to say. Never throws, whatever a tool has put into it. */
export function viewOf(result: ToolResult, options: ResolvedRenderingOptions): ResultView {
  return new ResultReader(result, options).view();
}

class ResultReader {
  private readonly envelope: ReadableRecord;
  private readonly meta: ReadableRecord;
  private readonly data: ReadableValue;
  private readonly content: ReadableValue;
  private readonly hasToken: boolean;

  constructor(
    result: ToolResult,
    private readonly options: ResolvedRenderingOptions,
  ) {
    const withheld = options.showConfirmToken ? NONE : TOKEN;
    const limits = { maxItems: options.maxItems, withheld };
    const { success, message, error } = result;
    this.envelope = asRecord(readableValue({ success, message, error }, limits));
    this.meta = asRecord(readableValue(result.meta, limits));
    this.data = readableValue(result.data, limits);
    this.content = readableValue(result.content, limits);
    this.hasToken = hasToken(result);
  }

  view(): ResultView {
    const kind = this.kind();
    return {
      kind,
      success: this.envelope.members.get('success') === true,
      subject: this.subject(kind),
      message: this.message(),
      body: this.body(kind),
      page: this.page(),
      actions: this.actions(),
      notes: this.notes(kind),
    };
  }

  private kind(): ResultViewKind {
    const type = this.meta.members.get('type');
    if (type === 'confirmation' || this.isSet('requires_confirmation')) return 'confirmation';
    if (type === 'blocked' || this.isSet('blocked_by_rule')) return 'blocked';
    if (this.envelope.members.get('success') !== true) return 'error';
    if (isReadableList(this.content)) return 'content';
    if (type === 'list' || isReadableList(this.data)) return 'list';
    return type === 'detail' || type === 'plan' ? type : 'generic';
  }

  private subject(kind: ResultViewKind): string | undefined {
    const { texts } = this.options;
    if (kind === 'list') return texts.results;
    if (kind !== 'detail') return undefined;
    const entity = this.meta.members.get('entity');
    return typeof entity === 'string' && entity !== '' ? line(entity) : texts.item;
  }

  private message(): readonly string[] {
    const { members } = this.envelope;
    const text = [members.get('error'), members.get('message')].find(
      (candidate) => typeof candidate === 'string' && candidate !== '',
    );
    return typeof text === 'string' ? paragraph(text, MESSAGE_LINES, LONGEST_LINE) : [];
  }

  private body(kind: ResultViewKind): ViewBody {
    if (kind === 'content')
      return { type: 'lines', lines: contentLines(this.content, this.options) };
    if (kind === 'plan') return this.planBody();
    const omitted = kind === 'confirmation' && this.hasToken ? CONFIRMATION_FACTS : NONE;
    return this.bodyOf(this.data, omitted);
  }

  private planBody(): ViewBody {
    const plan = isReadableRecord(this.data) ? this.data.members.get('plan') : undefined;
    return this.bodyOf(plan ?? this.data, NONE);
  }

  private bodyOf(data: ReadableValue, omitted: ReadonlySet<string>): ViewBody {
    if (data === null) return { type: 'nothing' };
    if (isReadableList(data)) return this.items(data.items, data.more);
    if (isReadableRecord(data)) {
      const rows = rowsOf(data, omitted, this.options);
      return rows.length > 0 ? { type: 'rows', rows, more: data.more } : { type: 'nothing' };
    }
    const { maxValueLength } = this.options;
    return {
      type: 'lines',
      lines:
        typeof data === 'string'
          ? textLines(data)
          : [valueView(data, maxValueLength, this.options).text],
    };
  }

  private items(values: readonly ReadableValue[], more: number): ViewBody {
    const { page, limit } = this.pagination();
    // Items without an identifier are counted through the whole list, not from one on each page.
    const before = page !== undefined && limit !== undefined ? (page - 1) * limit : 0;
    const items = values.map((value, index) => itemView(value, before + index + 1, this.options));
    return { type: 'items', items, more };
  }

  private page(): string | undefined {
    const { page, totalPages, totalItems } = this.pagination();
    if (page === undefined || totalPages === undefined || totalItems === undefined)
      return undefined;
    return line(this.options.texts.page(page, totalPages, totalItems));
  }

  private pagination() {
    const pagination = this.meta.members.get('pagination');
    const { members } = isReadableRecord(pagination) ? pagination : EMPTY;
    return {
      page: count(members.get('page')),
      limit: count(members.get('limit')),
      totalPages: count(members.get('total_pages')),
      totalItems: count(members.get('total_items')),
    };
  }

  private actions(): readonly string[] {
    const actions = this.meta.members.get('actions');
    return isReadableList(actions) ? actions.items.map(actionText).filter(isText) : [];
  }

  private notes(kind: ResultViewKind): readonly string[] {
    const { texts } = this.options;
    const { members } = this.meta;
    const notes: string[] = [];
    const suggestion = members.get('suggestion');
    if (typeof suggestion === 'string' && suggestion !== '')
      notes.push(texts.suggestion(suggestion));
    if (kind === 'confirmation') notes.push(this.howToConfirm());
    const retryAfter = members.get('retry_after_seconds');
    if (typeof retryAfter === 'number') notes.push(texts.retryAfter(retryAfter));
    if (this.isSet('effect_may_have_happened')) notes.push(texts.mayHaveTakenEffect);
    return notes.map(line);
  }

  /** Without a token there is nothing to send again: a tool of the host's asks in a way of its own. */
  private howToConfirm(): string {
    const { texts } = this.options;
    if (!this.hasToken) return texts.nothingDoneYet;
    const expiresAt = isReadableRecord(this.data) ? this.data.members.get('expires_at') : undefined;
    const tool = this.meta.members.get('tool');
    return texts.redeem(
      typeof tool === 'string' ? tool : undefined,
      typeof expiresAt === 'string' ? expiresAt : undefined,
    );
  }

  private isSet(flag: string): boolean {
    return this.meta.members.get(flag) === true;
  }
}

const line = (text: string) => oneLine(text, LONGEST_LINE);

const asRecord = (value: ReadableValue) => (isReadableRecord(value) ? value : EMPTY);

const count = (value: ReadableValue | undefined) =>
  typeof value === 'number' && value >= 0 ? value : undefined;

const isText = (text: string | undefined): text is string => text !== undefined;

/** `refund_order`, or `Refund: refund_order` when label and action are given apart. */
function actionText(action: ReadableValue): string | undefined {
  if (typeof action === 'string') return line(action);
  if (!isReadableRecord(action)) return undefined;
  const parts = [
    ['label', 'title', 'name'],
    ['action', 'tool'],
  ].flatMap((fields) => {
    const found = fields
      .map((field) => action.members.get(field))
      .find((value) => typeof value === 'string' && value !== '');
    return typeof found === 'string' ? [found] : [];
  });
  return parts.length > 0 ? line(parts.join(': ')) : undefined;
}

function hasToken(result: ToolResult): boolean {
  try {
    return result.confirmToken !== null;
  } catch {
    // A getter of the data threw.
    return false;
  }
}
