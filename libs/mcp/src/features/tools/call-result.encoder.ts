import type { ContentBlock, ToolResult } from '@toolgate/tool-runtime';
import type { McpRequest } from '../../json-rpc/mcp-request.js';
import { REQUEST_ID_KEY, RESULT_META_KEY } from '../../protocol/meta-keys.js';
import { blockFor } from './content-blocks.js';
import type { ServedTool } from './served-tool.js';
import { howToConfirm } from './tools.messages.js';

/** What the runtime says of every call, and a client knows already or has no use for. */
const KNOWN_TO_CLIENT: ReadonlySet<string> = new Set([
  'tool',
  'took_ms',
  'request_id',
  'channel',
  'principal',
]);

/**
 * Writes the result of a tool as a `CallToolResult` of the request's era, as JSON text. Data is serialised once: as the text block, and
 * beside it, where the tool declares an output, as `structuredContent`.
 */
export function encodeCallResult(
  request: McpRequest,
  tool: ServedTool,
  result: ToolResult,
): string {
  const members = result.success
    ? successMembers(request, tool, result)
    : failureMembers(request, result);
  return request.codec.completeJson(members, metaMembers(result));
}

function successMembers(request: McpRequest, tool: ServedTool, result: ToolResult): string {
  const { data, message, dataJson, confirmToken } = result;
  if (tool.definition.output && !isDeclaredOutput(tool, result)) {
    // A client that knows the output schema takes a success without conforming data for a broken server, so what is no output yet, such
    // as a request to confirm, cannot travel as one.
    const text =
      confirmToken === null ? dataBlock(result) : textBlock(redeemText(result, confirmToken));
    return `"content":[${[text, ...blocksJson(request, result)].join(',')}],"isError":true`;
  }
  const structure = structureOf(request, tool, result, dataJson);
  // What most results are: data and nothing beside it.
  if (!result.content && !message && confirmToken === null)
    return `"content":[${dataBlock(result)}]${structure}`;
  const blocks =
    confirmToken === null
      ? blocksJson(request, result)
      : [textBlock(redeemText(result, confirmToken))];
  // The text twin of the data comes first, and stands alone when there is no media.
  if (confirmToken === null && (blocks.length === 0 || data !== null))
    blocks.unshift(dataBlock(result));
  if (message && confirmToken === null) blocks.push(textBlock(message));
  return `"content":[${blocks.join(',')}]${structure}`;
}

function failureMembers(request: McpRequest, result: ToolResult): string {
  const { error, data } = result;
  const blocks = [textBlock(error ?? 'The tool failed without saying why.')];
  if (data !== null) blocks.push(dataBlock(result));
  blocks.push(...blocksJson(request, result));
  return `"content":[${blocks.join(',')}],"isError":true`;
}

/** Results that the pipeline or a tool made of something else than the declared data; all others have been checked on their way. */
function isDeclaredOutput(tool: ServedTool, { type, content, data }: ToolResult): boolean {
  if (!content && !isNoOutputYet(type)) return true;
  return tool.definition.output?.check(data).length === 0;
}

/** What a call is answered with that has not run, and would not be refused. */
function isNoOutputYet(type: string): boolean {
  return type === 'plan' || type === 'confirmation' || type === 'verification';
}

/** `,"structuredContent":…`, or nothing where there is none. */
function structureOf(
  { codec: { era } }: McpRequest,
  tool: ServedTool,
  { type, data }: ToolResult,
  dataJson: string,
): string {
  const fit = tool.structure[era];
  if (fit === 'wrapped') return `,"structuredContent":{"result":${dataJson}}`;
  if (fit === 'object') return `,"structuredContent":${dataJson}`;
  const isPlainObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return isNoOutputYet(type) && isPlainObject && !tool.definition.output
    ? `,"structuredContent":${dataJson}`
    : '';
}

function redeemText({ message, data }: ToolResult, token: string): string {
  return howToConfirm(message, token, (data as { expires_at?: unknown }).expires_at);
}

/** Data as text for a model: a string as it is, everything else as JSON. */
function dataBlock({ data, dataJson }: ToolResult): string {
  // The JSON text of a string is what the block needs already.
  return typeof data === 'string' ? `{"type":"text","text":${dataJson}}` : textBlock(dataJson);
}

function textBlock(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}

function blocksJson({ version }: McpRequest, { content }: ToolResult): string[] {
  return content
    ? content.map((block: ContentBlock) => JSON.stringify(blockFor(version, block)))
    : [];
}

function metaMembers({ meta }: ToolResult): string {
  const requestId = `${REQUEST_ID_MEMBER}${JSON.stringify(meta['request_id'])}`;
  let told: Record<string, unknown> | undefined;
  for (const name in meta) if (!KNOWN_TO_CLIENT.has(name)) (told ??= {})[name] = meta[name];
  return told ? `${requestId},${RESULT_META_MEMBER}${JSON.stringify(told)}` : requestId;
}

const REQUEST_ID_MEMBER = `${JSON.stringify(REQUEST_ID_KEY)}:`;
const RESULT_META_MEMBER = `${JSON.stringify(RESULT_META_KEY)}:`;
