import { ToolError, ToolResult } from '@toolgate/tool-runtime';
import type { ContentBlock } from '@toolgate/tool-runtime';
import { isObject } from '../protocol/message.reader.js';
import { noMessages, notAMessage } from './shape.messages.js';

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}

/** A message as a method may return it: a text, or several blocks, for the content. */
export interface PromptMessageInput {
  readonly role: 'user' | 'assistant';
  readonly content: string | ContentBlock | readonly ContentBlock[];
}

/** What a prompt method may return to say everything itself. */
export interface PromptResult {
  /** @default that of the declaration */
  readonly description?: string;
  readonly messages: readonly (string | PromptMessageInput)[];
}

const TEXTLIKE: ReadonlySet<unknown> = new Set([
  'text',
  'image',
  'audio',
  'resource',
  'resource_link',
]);

/** Makes messages of whatever a prompt method returned: a text or a content block is a message of the user. */
export function promptShape(returned: unknown): unknown {
  if (!ToolResult.is(returned)) return promptOf(returned);
  const { data, content, message, meta } = returned;
  const given = content ? content.map((block) => ({ role: 'user', content: block })) : data;
  return ToolResult.of({ success: true, data: promptOf(given), message, meta });
}

function promptOf(returned: unknown): { description?: string; messages: readonly PromptMessage[] } {
  if (!isObject(returned) || !Array.isArray(returned['messages']))
    return { messages: messagesOf(returned) };
  const { description, messages } = returned;
  return {
    ...(typeof description === 'string' ? { description } : undefined),
    messages: messagesOf(messages),
  };
}

function messagesOf(given: unknown): readonly PromptMessage[] {
  if (given === undefined || given === null) throw new ToolError(noMessages());
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (list.length === 0) throw new ToolError(noMessages());
  return list.flatMap(messagesOfOne);
}

/** A message has one block of content; of several blocks as many messages are made. */
function messagesOfOne(given: unknown, index: number): readonly PromptMessage[] {
  if (typeof given === 'string') return [{ role: 'user', content: { type: 'text', text: given } }];
  if (!isObject(given)) throw new ToolError(notAMessage(index));
  if (isBlock(given)) return [{ role: 'user', content: given }];
  const { role, content } = given;
  if (role !== 'user' && role !== 'assistant') throw new ToolError(notAMessage(index));
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  if (blocks.length === 0) throw new ToolError(notAMessage(index));
  return blocks.map((block): PromptMessage => {
    if (typeof block === 'string') return { role, content: { type: 'text', text: block } };
    if (!isBlock(block)) throw new ToolError(notAMessage(index));
    return { role, content: block };
  });
}

function isBlock(value: unknown): value is ContentBlock {
  return isObject(value) && TEXTLIKE.has(value['type']);
}
