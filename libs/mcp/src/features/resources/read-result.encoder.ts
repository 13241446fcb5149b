import type { ToolResult } from '@toolgate/tool-runtime';
import type { ResourceContent } from '../../declaration/resource.shape.js';
import type { McpRequest } from '../../json-rpc/mcp-request.js';
import { requestIdMember } from '../calls/call-meta.js';
import type { ServedResource } from './served-resources.js';

/** How the pipeline writes contents, up to what is inside of the first. */
const ONE_BEGINS = '{"contents":[{';

/** Writes what a resource holds as a `ReadResourceResult` of the request's era, as JSON text. Contents without a URI are those of the one that was asked for. */
export function encodeReadResult(
  request: McpRequest,
  { details }: ServedResource,
  uri: string,
  result: ToolResult,
): string {
  const { contents } = result.data as { readonly contents: readonly ResourceContent[] };
  const { ttlMs = 0, scope = 'private' } = details.cache;
  const cache = request.codec.cacheMembers(ttlMs, scope);
  const members = `${contentsMember(contents, uri, result.dataJson)}${cache && `,${cache}`}`;
  return request.codec.completeJson(members, requestIdMember(result));
}

function contentsMember(contents: readonly ResourceContent[], uri: string, json: string): string {
  const [only, second] = contents;
  // Most resources are one content that the pipeline has written out already, and that may be large.
  if (only && !second && only.uri === undefined && json.startsWith(ONE_BEGINS))
    return `"contents":[{"uri":${JSON.stringify(uri)},${json.slice(ONE_BEGINS.length, -1)}`;
  return `"contents":${JSON.stringify(contents.map((content) => ({ uri, ...content })))}`;
}
