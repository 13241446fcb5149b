import { Inject, Injectable, Logger } from '@nestjs/common';
import { faultSummary } from '../common/fault-summary.js';
import type { ToolContext } from '../context/tool-context.js';
import type { ToolResult } from '../result/tool-result.js';
import { ChannelRenderers } from './channel-renderer.js';
import type { ChannelRenderer } from './channel-renderer.js';
import { CliRenderer } from './cli.renderer.js';
import { DefaultRenderer } from './default.renderer.js';
import { envelopeText } from './envelope.text.js';
import { rendererFailed } from './rendering.messages.js';

const NO_CHANNEL = 'default';

/**
 * Turns results into text for people, by channel. The first renderer that supports the channel is taken: those of
 * {@link ChannelRenderers}, then those added at run time, then the built-in {@link CliRenderer}. When none does it is the default
 * renderer, and without one the JSON of the result.
 *
 * @example
 * ```ts
 * const result = await registry.call('list_orders', {}, context);
 * await chat.reply(renderers.render(result, context));
 * ```
 */
@Injectable()
export class RendererRegistry {
  private readonly logger = new Logger(RendererRegistry.name);
  private readonly added: ChannelRenderer[] = [];
  private readonly builtIn: readonly ChannelRenderer[] = [new CliRenderer()];
  private fallback: ChannelRenderer | undefined = new DefaultRenderer();

  constructor(@Inject(ChannelRenderers) private readonly provided: readonly ChannelRenderer[]) {}

  /** Adds a renderer, to be asked after those that are there already and before the built-in ones. */
  add(renderer: ChannelRenderer): this {
    this.added.push(renderer);
    return this;
  }

  /** What renders for channels that no renderer supports; `undefined` leaves them the JSON of the result. */
  setDefault(renderer: ChannelRenderer | undefined): this {
    this.fallback = renderer;
    return this;
  }

  /** The renderer for a channel: the first that supports it, else the default one, else undefined. */
  get(channel: string): ChannelRenderer | undefined {
    return this.supporting(channel) ?? this.fallback;
  }

  /** True when a renderer other than plain JSON answers for the channel. */
  has(channel: string): boolean {
    return this.get(channel) !== undefined;
  }

  /**
   * The result as text for the channel of `context`. Never throws: a renderer that throws, or returns no text, is logged and the default
   * renderer stands in for it.
   */
  render(result: ToolResult, context?: ToolContext): string {
    const channel = context?.channel ?? NO_CHANNEL;
    const chosen = this.get(channel);
    return (
      this.attempt(chosen, channel, result, context) ??
      (chosen === this.fallback
        ? undefined
        : this.attempt(this.fallback, channel, result, context)) ??
      envelopeText(result)
    );
  }

  private supporting(channel: string): ChannelRenderer | undefined {
    return [...this.provided, ...this.added, ...this.builtIn].find((renderer) => {
      try {
        return renderer.supports(channel);
      } catch (error) {
        this.report(renderer, 'supports', channel, error);
        return false;
      }
    });
  }

  private attempt(
    renderer: ChannelRenderer | undefined,
    channel: string,
    result: ToolResult,
    context: ToolContext | undefined,
  ): string | undefined {
    if (!renderer) return undefined;
    try {
      const text: unknown = renderer.render(result, context);
      if (typeof text === 'string') return text;
      this.report(renderer, 'render', channel, new TypeError('no text was returned'));
    } catch (error) {
      this.report(renderer, 'render', channel, error);
    }
    return undefined;
  }

  /** Without the message of what was thrown: it may quote the result. */
  private report(renderer: ChannelRenderer, method: string, channel: string, error: unknown): void {
    this.logger.error(
      rendererFailed(renderer.constructor.name, method, channel, faultSummary(error)),
    );
  }
}
