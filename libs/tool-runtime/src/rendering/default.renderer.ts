import type { ToolResult } from '../result/tool-result.js';
import { boundedLines } from './bounded-lines.js';
import type { ChannelRenderer } from './channel-renderer.js';
import { resolveRenderingOptions } from './rendering.options.js';
import type { RenderingOptions, ResolvedRenderingOptions } from './rendering.options.js';
import type { ItemView, ResultView, ViewBody } from './result-view.js';
import { viewOf } from './result-view.reader.js';

/** Plain text for any channel: a chat, a mail, a log. */
export class DefaultRenderer implements ChannelRenderer {
  private readonly options: ResolvedRenderingOptions;

  /** @throws RangeError for a limit that is out of range */
  constructor(options: RenderingOptions = {}) {
    this.options = resolveRenderingOptions(options);
  }

  supports(): boolean {
    return true;
  }

  render(result: ToolResult): string {
    const { maxLength, texts } = this.options;
    const view = viewOf(result, this.options);
    const blocks = [
      this.opening(view),
      this.body(view),
      view.page === undefined ? [] : [view.page],
      view.actions.length > 0 ? [texts.actions, ...view.actions.map((text) => `- ${text}`)] : [],
      view.notes,
    ].filter((block) => block.length > 0);
    const lines = blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
    return boundedLines(lines, maxLength, texts);
  }

  private opening(view: ResultView): readonly string[] {
    const { texts } = this.options;
    const [first, ...others] = view.message;
    switch (view.kind) {
      case 'error':
      case 'blocked':
        return [texts.error(first ?? texts.unknownError), ...others];
      case 'confirmation':
        return [texts.confirmationHeading, ...orElse(view.message, texts.confirmationRequired)];
      case 'plan':
        return orElse(view.message, texts.planned);
      case 'detail':
        return first === undefined
          ? [view.subject ?? texts.item]
          : [`${view.subject} - ${first}`, ...others];
      default:
        // A text or media that a tool returns speaks for itself.
        return view.body.type === 'lines' ? view.message : orElse(view.message, texts.done);
    }
  }

  private body({ kind, body }: ResultView): readonly string[] {
    const { texts } = this.options;
    switch (body.type) {
      case 'lines':
        return body.lines;
      case 'rows':
        return withRest(
          body.rows.map(({ label, value }) => `- ${label}: ${value.text}`),
          body,
          texts.more,
        );
      case 'items':
        return body.items.length > 0
          ? withRest(body.items.map(itemLine), body, texts.more)
          : [texts.noResults];
      case 'nothing':
        return kind === 'list' ? [texts.noResults] : [];
    }
  }
}

const orElse = (lines: readonly string[], text: string) => (lines.length > 0 ? lines : [text]);

function withRest(
  lines: readonly string[],
  { more }: Extract<ViewBody, { more: number }>,
  text: (count: number) => string,
): readonly string[] {
  return more > 0 ? [...lines, text(more)] : lines;
}

function itemLine({ id, name, others }: ItemView): string {
  const details = others.map(({ label, value }) => `${label.toLowerCase()}: ${value.text}`);
  return `#${id}: ${name}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}
