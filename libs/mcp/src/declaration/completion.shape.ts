import { ToolError, ToolResult } from '@toolgate/tool-runtime';
import { isObject } from '../protocol/message.reader.js';
import { notSuggestions } from './shape.messages.js';

/** Most suggestions a client gets (2025-11-25, completion). */
export const MOST_SUGGESTIONS = 100;

/** Suggestions as they are sent. */
export interface Completion {
  readonly values: readonly string[];
  readonly total?: number;
  readonly hasMore?: boolean;
}

/** Makes a completion of whatever a completion method returned; what is too much is cut off and said to be there. */
export function completionShape(returned: unknown): unknown {
  if (!ToolResult.is(returned)) return completionOf(returned);
  const { data, meta } = returned;
  return ToolResult.of({ success: true, data: completionOf(data), meta });
}

function completionOf(returned: unknown): { readonly completion: Completion } {
  const given =
    isObject(returned) && isObject(returned['completion']) ? returned['completion'] : returned;
  if (Array.isArray(given))
    return { completion: cut(texts(given), { total: given.length, hasMore: false }) };
  if (!isObject(given) || !Array.isArray(given['values']))
    throw new ToolError(notSuggestions(given));
  const { values, total, hasMore } = given;
  return { completion: cut(texts(values), { total, hasMore }) };
}

function cut(
  values: readonly string[],
  { total, hasMore }: { readonly total: unknown; readonly hasMore: unknown },
): Completion {
  const isCut = values.length > MOST_SUGGESTIONS;
  const isTotal = Number.isSafeInteger(total) && (total as number) >= values.length;
  return {
    values: isCut ? values.slice(0, MOST_SUGGESTIONS) : values,
    ...(isTotal ? { total: total as number } : undefined),
    hasMore: isCut || hasMore === true || (isTotal && (total as number) > values.length),
  };
}

function texts(values: readonly unknown[]): readonly string[] {
  for (const value of values)
    if (typeof value !== 'string') throw new ToolError(notSuggestions(value));
  return values as readonly string[];
}
