import type { ToolDefinition } from '../registry/tool-definition.js';
import { normalizeResult } from '../result/result-normalizer.js';
import { ToolError } from '../result/tool-error.js';
import { ToolResult, withDataJson } from '../result/tool-result.js';
import { resultBreaksSchema, unusableResult } from './pipeline.messages.js';

/** Deepest nesting of a result that can be sent. */
const MAX_DEPTH = 64;

/** A result whose every member is plain, frozen JSON of the caller's own. */
export interface PreparedResult {
  readonly result: ToolResult;
  /** Bytes of the serialised data. */
  readonly bytes: number;
}

/**
 * Makes a result of whatever a tool returned: a bare value becomes a success, everything in it becomes plain JSON, once. Done
 * before anybody is told of the result, so that what cannot be sent fails inside the boundary and not on the way out.
 *
 * @throws ToolError with the path of what JSON cannot carry, of a result over its limit, or of data that breaks the declared output
 */
export function prepareResult(tool: ToolDefinition, given: unknown): PreparedResult {
  const returned = tool.shape && !isFailure(given) ? tool.shape(given, tool.maxResultBytes) : given;
  if (!ToolResult.is(returned)) {
    const { data, json, bytes } = normalize(tool, 'data', returned, tool.maxResultBytes);
    checkOutput(tool, data);
    return { result: withDataJson(ToolResult.success(data), json), bytes };
  }
  const data = normalize(tool, 'data', returned.data, tool.maxResultBytes);
  const meta = normalize(tool, 'meta', returned.meta, tool.maxResultBytes);
  if (returned.success && !returned.content) checkOutput(tool, data.data);
  const content =
    returned.content &&
    normalize(tool, 'content', returned.content, tool.maxResultBytes - data.bytes);
  const result = ToolResult.of({
    success: returned.success === true,
    data: data.data,
    message: textOrNull(returned.message),
    error: textOrNull(returned.error),
    meta: meta.data as ToolResult['meta'],
    ...(content ? { content: content.data as unknown as ToolResult['content'] } : {}),
  });
  return {
    result: withDataJson(result, data.json),
    bytes: data.bytes + (content?.bytes ?? 0),
  };
}

function normalize(tool: ToolDefinition, member: string, value: unknown, maxBytes: number) {
  const normalized = normalizeResult(value, {
    maxDepth: MAX_DEPTH,
    maxBytes: Math.max(0, maxBytes),
  });
  if (normalized.ok) return normalized;
  const path = normalized.path ? `${member}.${normalized.path}` : member;
  throw new ToolError(unusableResult(tool, path, normalized.reason), {
    meta: { effect_may_have_happened: true },
  });
}

function checkOutput(tool: ToolDefinition, data: unknown): void {
  if (!tool.output) return;
  const issues = tool.output.check(data);
  if (issues.length > 0)
    throw new ToolError(resultBreaksSchema(tool, issues), {
      meta: { effect_may_have_happened: true },
    });
}

function isFailure(given: unknown): boolean {
  return ToolResult.is(given) && given.success !== true;
}

function textOrNull(text: unknown): string | null {
  return typeof text === 'string' ? text : null;
}
