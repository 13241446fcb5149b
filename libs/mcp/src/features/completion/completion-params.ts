import type { McpParams } from '../../json-rpc/mcp-request.js';
import { isObject } from '../../protocol/message.reader.js';
import { planProblem } from '../calls/plan-mode.js';

/** What is being filled in: a prompt by name, or a resource template by how it is written. */
export type CompletionReference =
  | { readonly kind: 'prompt'; readonly name: string }
  | { readonly kind: 'resource'; readonly uri: string };

/** What a `completion/complete` asks for. */
export interface CompletionParams {
  readonly reference: CompletionReference;
  readonly argument: string;
  readonly value: string;
  /** What is filled in already. */
  readonly filled: Readonly<Record<string, unknown>>;
}

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({});

/** @returns the parameters, or one sentence about what is wrong with them */
export function readCompletionParams(
  params: McpParams,
  meta: McpParams,
): CompletionParams | string {
  const { argument, context } = params;
  const reference = readReference(params);
  if (typeof reference === 'string') return reference;
  if (!isObject(argument)) return '"argument" must be an object';
  const { name, value } = argument;
  if (typeof name !== 'string' || name === '') return '"argument.name" is required';
  if (typeof value !== 'string') return '"argument.value" must be a string';
  if (context !== undefined && !isObject(context)) return '"context" must be an object';
  const filled = context?.['arguments'];
  if (filled !== undefined && !isObject(filled)) return '"context.arguments" must be an object';
  return planProblem(meta) ?? { reference, argument: name, value, filled: filled ?? NOTHING };
}

/** @returns what is referred to, or one sentence about what is wrong */
export function readReference({ ref }: McpParams): CompletionReference | string {
  if (!isObject(ref)) return '"ref" must be an object';
  const { type, name, uri } = ref;
  if (type === 'ref/prompt')
    return typeof name === 'string' && name !== ''
      ? { kind: 'prompt', name }
      : '"ref.name" is required';
  if (type === 'ref/resource')
    return typeof uri === 'string' && uri !== ''
      ? { kind: 'resource', uri }
      : '"ref.uri" is required';
  return '"ref.type" must be "ref/prompt" or "ref/resource"';
}
