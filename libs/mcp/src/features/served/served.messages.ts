import type { ToolDefinition } from '@toolgate/tool-runtime';

const called = ({ kind, localName }: ToolDefinition) => `${kind} "${localName}"`;

export const viewFailed = (section: string, definition: ToolDefinition, error: string) =>
  `${section}.filter of McpModule failed for the ${called(definition)}: ${error}`;

export const notServed = (definition: ToolDefinition, problems: readonly string[]) =>
  `The ${called(definition)} is not served over MCP. ${problems.join(' ')}`;
