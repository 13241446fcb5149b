import type { ToolResult } from '../result/tool-result.js';
import { boundedLines } from './bounded-lines.js';
import type { ChannelRenderer } from './channel-renderer.js';
import { padded } from './display-width.js';
import { itemTable } from './item.table.js';
import { plainPainter } from './painter.js';
import type { Painter } from './painter.js';
import { resolveRenderingOptions } from './rendering.options.js';
import type { RenderingOptions, ResolvedRenderingOptions } from './rendering.options.js';
import type { ResultView, RowView, ViewBody } from './result-view.js';
import { viewOf } from './result-view.reader.js';
import { paintedValue } from './value.paint.js';

/** How results look in a terminal. */
export interface CliRenderingOptions extends RenderingOptions {
  /** Colours. Leave it out when `NO_COLOR` is set or the output is no terminal. @default no colour */
  readonly painter?: Painter;
  /** @default ['cli'] */
  readonly channels?: readonly string[];
}

const LIST_RULE = '-'.repeat(50);
const ITEM_RULE = '='.repeat(40);
const NOTICE_RULE = '-'.repeat(40);
const LABEL_WIDTH = 15;

/**
 * Text for a terminal: headings, aligned columns, and colours if it is given a painter.
 *
 * @example
 * ```ts
 * const coloured = process.stdout.isTTY && !process.env.NO_COLOR;
 * registry.add(new CliRenderer(coloured ? { painter: ansiPainter } : {}));
 * ```
 */
export class CliRenderer implements ChannelRenderer {
  private readonly options: ResolvedRenderingOptions;
  private readonly paint: Painter;
  private readonly channels: readonly string[];

  /** @throws RangeError for a limit that is out of range */
  constructor({
    painter = plainPainter,
    channels = ['cli'],
    ...options
  }: CliRenderingOptions = {}) {
    this.options = resolveRenderingOptions(options);
    this.paint = painter;
    this.channels = channels;
  }

  supports(channel: string): boolean {
    return this.channels.includes(channel);
  }

  render(result: ToolResult): string {
    const view = viewOf(result, this.options);
    const lines = [...this.main(view), ...this.actions(view), ...this.notes(view)];
    return boundedLines(lines, this.options.maxLength, this.options.texts);
  }

  private main(view: ResultView): readonly string[] {
    const { texts } = this.options;
    switch (view.kind) {
      case 'list':
        return this.list(view);
      case 'detail':
        return this.detail(view);
      case 'confirmation':
        return this.notice(
          'warning',
          `⚠ ${texts.confirmationHeading}`,
          view,
          texts.confirmationRequired,
        );
      case 'plan':
        return this.notice('title', texts.planHeading, view, texts.planned);
      case 'blocked':
        return this.notice('bad', texts.blockedHeading, view, texts.blocked);
      case 'error':
        return this.error(view);
      default:
        return this.generic(view);
    }
  }

  private list({ subject, message, body, page }: ResultView): readonly string[] {
    const { texts } = this.options;
    const [first = subject ?? texts.results, ...others] = message;
    const isEmpty = body.type === 'nothing' || (body.type === 'items' && body.items.length === 0);
    return [
      this.paint('title', first),
      ...others,
      LIST_RULE,
      ...(isEmpty ? [this.paint('quiet', texts.noResults)] : this.body(body)),
      ...(page === undefined ? [] : [LIST_RULE, this.paint('quiet', page)]),
    ];
  }

  private detail({ subject, message, body }: ResultView): readonly string[] {
    const [first, ...others] = message;
    const heading = this.paint('title', subject ?? this.options.texts.item);
    return [
      first === undefined ? heading : `${heading} - ${first}`,
      ...others,
      ITEM_RULE,
      ...this.body(body),
    ];
  }

  /** Something the reader should stop at. */
  private notice(
    tone: 'warning' | 'bad' | 'title',
    heading: string,
    { message, body }: ResultView,
    otherwise: string,
  ): readonly string[] {
    const details = this.body(body);
    return [
      this.paint(tone, heading),
      NOTICE_RULE,
      ...(message.length > 0 ? message : [otherwise]),
      ...(details.length > 0 ? ['', ...details] : []),
    ];
  }

  private error({ message, body }: ResultView): readonly string[] {
    const { texts } = this.options;
    const [first = texts.unknownError, ...others] = message;
    return [this.paint('bad', `✗ ${texts.error(first)}`), ...others, ...this.body(body)];
  }

  private generic({ message, body }: ResultView): readonly string[] {
    const tick = this.paint('good', '✓');
    // A text or media that a tool returns speaks for itself.
    if (message.length === 0 && body.type === 'lines') {
      const [first = '', ...others] = body.lines;
      return [`${tick} ${first}`, ...others];
    }
    const [first = this.options.texts.done, ...others] = message;
    return [`${tick} ${first}`, ...others, ...this.body(body)];
  }

  private body(body: ViewBody): readonly string[] {
    switch (body.type) {
      case 'items':
        return this.withRest(itemTable(body.items, this.paint), body.more);
      case 'rows':
        return this.withRest(
          body.rows.map((row) => this.row(row)),
          body.more,
        );
      case 'lines':
        return body.lines;
      case 'nothing':
        return [];
    }
  }

  private row({ label, value }: RowView): string {
    return `  ${this.paint('label', padded(`${label}:`, LABEL_WIDTH))} ${paintedValue(value, this.paint)}`;
  }

  private withRest(lines: readonly string[], more: number): readonly string[] {
    return more > 0 ? [...lines, this.paint('quiet', `  ${this.options.texts.more(more)}`)] : lines;
  }

  private actions({ actions }: ResultView): readonly string[] {
    if (actions.length === 0) return [];
    const heading = this.paint('title', this.options.texts.actions);
    return ['', heading, ...actions.map((action) => `  - ${action}`)];
  }

  private notes({ notes }: ResultView): readonly string[] {
    return notes.length > 0 ? ['', ...notes.map((note) => this.paint('quiet', note))] : [];
  }
}
