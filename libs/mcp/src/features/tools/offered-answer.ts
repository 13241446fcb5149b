import { ToolResult } from '@toolgate/tool-runtime';
import type { ContentBlock } from '@toolgate/tool-runtime';
import { isObject } from '../../protocol/message.reader.js';

/**
 * What a listener of `mcp.request` answered to `tools/call`, as the answer of a tool, which the pipeline then treats like any other: a
 * `ToolResult`, a `CallToolResult` of the protocol, or a bare value that becomes a success.
 */
export function offeredAnswer(answer: unknown): unknown {
  if (ToolResult.is(answer) || !isObject(answer) || !Array.isArray(answer['content']))
    return answer;
  const { content, structuredContent, isError } = answer as {
    readonly content: readonly ContentBlock[];
    readonly structuredContent?: unknown;
    readonly isError?: unknown;
  };
  if (isError === true) return ToolResult.error(errorText(content), structuredContent ?? null);
  return ToolResult.of({ success: true, data: structuredContent ?? null, content });
}

function errorText(content: readonly ContentBlock[]): string {
  const texts = content.flatMap((block) => (block?.type === 'text' ? [block.text] : []));
  return texts.join('\n') || 'The tool failed without saying why.';
}
