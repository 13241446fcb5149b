import type { ContentBlock } from '@toolgate/tool-runtime';

/** Kinds of content that older revisions do not know, with the revision that brought them. */
const SINCE: ReadonlyMap<ContentBlock['type'], string> = new Map([
  ['audio', '2025-03-26'],
  ['resource_link', '2025-06-18'],
]);

/** A block that a client of this version can read: what came later than the client is told in words, since it would refuse the whole result. */
export function blockFor(version: string, block: ContentBlock): ContentBlock {
  const since = SINCE.get(block.type);
  if (since === undefined || version >= since) return block;
  if (block.type === 'resource_link') {
    const { name, title, uri, description } = block;
    return {
      type: 'text',
      text: `${title ?? name}: ${uri}${description ? ` (${description})` : ''}`,
    };
  }
  return { type: 'text', text: 'An audio clip that this client cannot receive.' };
}
