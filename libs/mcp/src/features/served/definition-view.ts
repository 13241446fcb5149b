import type { ToolDefinition } from '@toolgate/tool-runtime';
import type { McpToolView } from '../../mcp.options.js';

/** Whether a server with this view serves a tool. A module is known by its name: that is all a tool keeps of it. */
export function isInView(view: McpToolView | undefined, tool: ToolDefinition): boolean {
  if (!view) return true;
  const { tags, include, filter } = view;
  if (tags && !tags.some((tag) => tool.tags.includes(tag))) return false;
  if (include && !include.some(({ name }) => name === tool.owner.module)) return false;
  return !filter || filter(tool) === true;
}
