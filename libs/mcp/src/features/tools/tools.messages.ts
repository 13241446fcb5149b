import { echo } from '../../protocol/header.messages.js';

// For the log

export const viewFailed = (tool: string, error: string) =>
  `tools.filter of McpModule failed for the tool "${tool}": ${error}`;

export const toolNotServed = (tool: string, problems: readonly string[]) =>
  `The tool "${tool}" is not served over MCP. ${problems.join(' ')}`;

// For the caller

export const unknownTool = (name: string) => `Unknown tool: ${echo(name)}`;

/** What a person or a model does with a confirmation. */
export const howToConfirm = (summary: string | null, token: string, expiresAt: unknown) =>
  [
    ...(summary ? [summary] : []),
    `Nothing has been done yet. To go ahead, call this tool again with confirm_token ${JSON.stringify(token)}${typeof expiresAt === 'string' ? ` before ${expiresAt}` : ''}.`,
  ].join('\n');
