import { types } from 'node:util';
import { ToolError, ToolResult, normalizeResult } from '@toolgate/tool-runtime';
import type { ResultShape } from '@toolgate/tool-runtime';
import { isObject } from '../protocol/message.reader.js';
import { contentsWithoutContent, nothingThere, notJson, tooManyBytes } from './shape.messages.js';

/** One piece of a resource, as a method may return it inside of `{ contents: […] }`. */
export interface ResourceContent {
  /** @default the URI that was asked for */
  readonly uri?: string;
  readonly mimeType?: string;
  /** Either this… */
  readonly text?: string;
  /** …or this; a text is standard base64 already. */
  readonly blob?: Uint8Array | string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What a resource method may return to say everything itself. */
export interface ResourceResult {
  readonly contents: readonly ResourceContent[];
}

const DEEPEST = 64;

/**
 * Makes contents of whatever a resource method returned: of a text a text, of bytes a blob, of `{ contents: […] }` what it says, of anything else its JSON. Nothing at
 * all means that there is no such resource. Contents without a `uri` are those of the URI that was asked for.
 */
export function resourceShape(mimeType: string | undefined): ResultShape {
  return (returned, maxBytes) => {
    if (!ToolResult.is(returned)) return contentsOf(returned, mimeType, maxBytes);
    const { data, content, meta } = returned;
    const given = content ? { contents: content.map(contentOfBlock) } : data;
    return ToolResult.of({ success: true, data: contentsOf(given, mimeType, maxBytes), meta });
  };
}

function contentsOf(
  returned: unknown,
  mimeType: string | undefined,
  maxBytes: number,
): ResourceResult {
  if (returned === undefined || returned === null)
    throw new ToolError(nothingThere(), { code: 'NOT_FOUND' });
  if (isContents(returned)) return { contents: returned.contents.map(oneContent) };
  if (typeof returned === 'string')
    return { contents: [{ mimeType: mimeType ?? 'text/plain', text: returned }] };
  if (types.isUint8Array(returned)) {
    // Before it grows by a third: what is far too large must not be written out first.
    if (returned.byteLength > maxBytes)
      throw new ToolError(tooManyBytes(returned.byteLength, maxBytes));
    return {
      contents: [{ mimeType: mimeType ?? 'application/octet-stream', blob: base64(returned) }],
    };
  }
  const json = normalizeResult(returned, { maxDepth: DEEPEST, maxBytes });
  if (!json.ok) throw new ToolError(notJson(json.path, json.reason));
  return { contents: [{ mimeType: mimeType ?? 'application/json', text: json.json }] };
}

/** Nothing but contents: an object with other members too is data that happens to have some. */
function isContents(value: unknown): value is { readonly contents: readonly unknown[] } {
  return isObject(value) && Object.keys(value).length === 1 && Array.isArray(value['contents']);
}

function oneContent(content: unknown, index: number): ResourceContent {
  if (!isObject(content)) throw new ToolError(contentsWithoutContent(index));
  const { uri, mimeType, text, blob, _meta } = content;
  if (
    typeof text === 'string'
      ? blob !== undefined
      : typeof blob !== 'string' && !types.isUint8Array(blob)
  )
    throw new ToolError(contentsWithoutContent(index));
  return {
    ...(typeof uri === 'string' ? { uri } : undefined),
    ...(typeof mimeType === 'string' ? { mimeType } : undefined),
    ...(typeof text === 'string'
      ? { text }
      : { blob: types.isUint8Array(blob) ? base64(blob) : (blob as string) }),
    ...(isObject(_meta) ? { _meta } : undefined),
  };
}

function contentOfBlock(block: { readonly type: string }): unknown {
  const { type, text, resource, data, mimeType } = block as Readonly<Record<string, unknown>>;
  if (type === 'resource') return resource;
  return type === 'text' ? { mimeType: 'text/plain', text } : { mimeType, blob: data };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
