import { shown } from '../mcp.messages.js';

export const nothingThere = () => 'There is no such resource.';

export const notJson = (path: string, reason: string) =>
  `The resource method returned what cannot be sent: ${path ? `${path}: ` : ''}${reason}`;

export const tooManyBytes = (bytes: number, most: number) =>
  `The resource has ${bytes} bytes, and at most ${most} can be sent (maxResultBytes).`;

export const contentsWithoutContent = (index: number) =>
  `The resource method returned contents[${index}] without exactly one of text and blob.`;

export const noMessages = () =>
  'The prompt method returned no message. Return a text, a message { role, content }, a list of them, or { messages: […] }.';

export const notAMessage = (index: number) =>
  `The prompt method returned messages[${index}] that is no message. A message is a text, or { role: 'user' | 'assistant', content }.`;

export const notSuggestions = (got: unknown) =>
  `The completion method must return a list of texts, or { values: […], total?, hasMore? }, got ${shown(got)}.`;
