import type { ToolContext } from '../context/tool-context.js';
import type { ToolResult } from '../result/tool-result.js';

/** Turns results into text for the people of one or several channels. */
export interface ChannelRenderer {
  /** @param channel as in {@link ToolContext.channel}; `default` when there is no context */
  supports(channel: string): boolean;
  /** @param context who called, when that is known */
  render(result: ToolResult, context?: ToolContext): string;
}

/** Injection token of the host's list of {@link ChannelRenderer}s, in the order in which they are asked. */
export const ChannelRenderers = Symbol('ChannelRenderers');
