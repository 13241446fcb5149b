import { CliRenderer, RendererRegistry, ToolContext, ansiPainter } from '@toolgate/tool-runtime';
import type { ToolResult } from '@toolgate/tool-runtime';
import type { ToolHost } from '../host/tool-host.js';

/** Text of results for this terminal, whatever channel the caller is on. */
export type ResultText = (result: ToolResult, caller: ToolContext) => string;

/** The host's renderers for the channel `cli`, and the built-in one, in colour where that is wanted. */
export function resultText({ get }: ToolHost, isColoured: boolean): ResultText {
  const renderers = get(RendererRegistry);
  if (isColoured) renderers.add(new CliRenderer({ painter: ansiPainter }));
  return (result, { principal, scopes, requestId, mode }) =>
    renderers.render(
      result,
      ToolContext.of({ channel: 'cli', principal, scopes, requestId, mode }),
    );
}
