import type { ToolDefinition, ToolFilter } from '@toolgate/tool-runtime';

/** True when the tool matches every member of the filter; hidden tools are looked at like all others. */
export function matchesFilter(
  { name, title, description, tags }: ToolDefinition,
  { prefix, tag, text }: ToolFilter,
): boolean {
  if (prefix !== undefined && !name.startsWith(prefix)) return false;
  if (tag !== undefined && !tags.includes(tag)) return false;
  if (text === undefined) return true;
  return `${name}\n${title ?? ''}\n${description}`.toLowerCase().includes(text.toLowerCase());
}
