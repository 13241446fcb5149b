import { oneLine, paragraph } from './display-text.js';
import { isReadableList, isReadableRecord } from './readable-value.js';
import type { ReadableRecord, ReadableValue } from './readable-value.js';
import type { ResolvedRenderingOptions } from './rendering.options.js';
import { LONGEST_LINE } from './result-view.js';

const MOST_LINES = 500;

/** The blocks of a media result as lines: text as it is, everything else by what it is and how large. */
export function contentLines(content: ReadableValue, options: ResolvedRenderingOptions): string[] {
  if (!isReadableList(content)) return [];
  const lines = content.items.flatMap((block) =>
    isReadableRecord(block) ? blockLines(block, options) : [],
  );
  return content.more > 0 ? [...lines, options.texts.more(content.more)] : lines;
}

/** A text as the lines it has. */
export const textLines = (text: string): string[] => paragraph(text, MOST_LINES, LONGEST_LINE);

function blockLines(block: ReadableRecord, options: ResolvedRenderingOptions): string[] {
  const type = textOf(block, 'type');
  switch (type) {
    case 'text':
      return textLines(textOf(block, 'text'));
    case 'resource':
      return resourceLines(block.members.get('resource'), options);
    case 'resource_link':
      return [
        inLine([textOf(block, 'title') || textOf(block, 'name'), textOf(block, 'uri')].join(': ')),
      ];
    default:
      return [media(type || 'unknown', block, 'data', options)];
  }
}

function resourceLines(
  resource: ReadableValue | undefined,
  options: ResolvedRenderingOptions,
): string[] {
  if (!isReadableRecord(resource)) return [];
  const uri = inLine(textOf(resource, 'uri'));
  const text = resource.members.get('text');
  return typeof text === 'string'
    ? [uri, ...textLines(text)]
    : [`${uri} ${media('resource', resource, 'blob', options)}`];
}

function media(
  kind: string,
  block: ReadableRecord,
  member: string,
  { texts }: ResolvedRenderingOptions,
): string {
  const mimeType = textOf(block, 'mimeType') || 'application/octet-stream';
  return inLine(texts.media(kind, mimeType, base64Bytes(textOf(block, member))));
}

/** Bytes that standard base64 stands for. */
function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((text.length * 3) / 4) - padding);
}

const inLine = (text: string) => oneLine(text, LONGEST_LINE);

function textOf({ members }: ReadableRecord, name: string): string {
  const value = members.get(name);
  return typeof value === 'string' ? value : '';
}
