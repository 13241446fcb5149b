import type { ToolResult } from '@toolgate/tool-runtime';
import { REQUEST_ID_KEY } from '../../protocol/meta-keys.js';

const REQUEST_ID_MEMBER = `${JSON.stringify(REQUEST_ID_KEY)}:`;

/** `_meta` of a result, as members: the id under which its call stands in the server's audit trail and log. */
export function requestIdMember({ meta }: Pick<ToolResult, 'meta'>): string {
  return `${REQUEST_ID_MEMBER}${JSON.stringify(meta['request_id'])}`;
}
