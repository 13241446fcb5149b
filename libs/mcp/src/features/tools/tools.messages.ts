import { echo } from '../../protocol/header.messages.js';

export const unknownTool = (name: string) => `Unknown tool: ${echo(name)}`;

/** What a person or a model does with a confirmation. */
export const howToConfirm = (summary: string | null, token: string, expiresAt: unknown) =>
  [
    ...(summary ? [summary] : []),
    `Nothing has been done yet. To go ahead, call this tool again with confirm_token ${JSON.stringify(token)}${typeof expiresAt === 'string' ? ` before ${expiresAt}` : ''}.`,
  ].join('\n');
