import type { ToolDefinition } from '@toolgate/tool-runtime';
import { TOOL_TAGS_KEY, TOOL_VERSION_KEY } from '../../protocol/meta-keys.js';

/** `_meta` of an entry of a list: what the declaration says, with its version and tags; undefined for nothing. */
export function publishedMeta({
  version,
  tags,
  _meta,
}: Pick<ToolDefinition, 'version' | 'tags' | '_meta'>):
  Readonly<Record<string, unknown>> | undefined {
  const meta = {
    ..._meta,
    ...(version === undefined ? undefined : { [TOOL_VERSION_KEY]: version }),
    ...(tags.length === 0 ? undefined : { [TOOL_TAGS_KEY]: tags }),
  };
  return Object.keys(meta).length > 0 ? meta : undefined;
}
