import type { McpRequest } from '../../json-rpc/mcp-request.js';
import { isObject } from '../../protocol/message.reader.js';
import { planProblem } from '../calls/plan-mode.js';

/** What a `prompts/get` asks for. */
export interface PromptParams {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const NO_ARGUMENTS: Readonly<Record<string, unknown>> = Object.freeze({});

/** @returns the parameters, or one sentence about what is wrong with them */
export function readPromptParams({ params, meta }: McpRequest): PromptParams | string {
  const { name, arguments: args } = params;
  if (typeof name !== 'string' || name === '') return '"name" is required';
  if (args !== undefined && !isObject(args)) return '"arguments" must be an object';
  return planProblem(meta) ?? { name, args: args ?? NO_ARGUMENTS };
}
