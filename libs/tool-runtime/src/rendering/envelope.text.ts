import type { ToolResult } from '../result/tool-result.js';

/** What JSON text may contain unescaped although a terminal would obey it; its own line breaks stay. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * The JSON of a result, indented, for channels without a renderer. Never throws. The token that redeems a confirmation is left out: the
 * text may end where more people read than asked.
 */
export function envelopeText(result: ToolResult): string {
  return json(result).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function json(result: ToolResult): string {
  try {
    return JSON.stringify(result, plain, 2);
  } catch {
    // A cycle, or a getter that throws: a result that did not come through the pipeline.
    const { success, message, error } = result;
    return JSON.stringify({ success, data: null, message, error, meta: {} }, null, 2);
  }
}

function plain(key: string, value: unknown): unknown {
  if (key === 'confirm_token') return undefined;
  return typeof value === 'bigint' ? value.toString() : value;
}
