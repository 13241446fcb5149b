import { canonicalJson, sha256 } from '../common/canonical-json.js';
import type { ToolOptions } from '../declaration/tool-options.js';
import type { ToolInput } from '../schema/tool-input.js';
import type { ToolOutput } from '../schema/tool-output.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { rateLimitRule } from './rate-limit-rule.js';
import type { ToolDefinition, ToolOwner } from './tool-definition.js';
import type { ToolHandler } from './tool-handler.js';

/**
 * Decides everything about a tool that is not decided per call.
 * @param options checked by `toolOptionProblems`
 * @param defaults what applies where the tool says nothing
 */
export function createToolDefinition(
  options: ToolOptions,
  input: ToolInput,
  output: ToolOutput | undefined,
  handler: ToolHandler,
  owner: ToolOwner,
  defaults: ResolvedToolRuntimeOptions,
): ToolDefinition {
  const { execution } = defaults;
  const mutating = options.mutating ?? false;
  const readOnly = options.readOnly ?? !mutating;
  const facts = {
    name: options.name,
    scopes: Object.freeze([...new Set(options.scopes)]),
    scopesMode: options.scopesMode ?? 'any',
    mutating,
    confirm: options.confirm ?? false,
    readOnly,
    idempotent: options.idempotent ?? readOnly,
    version: options.version,
  };
  return Object.freeze<ToolDefinition>({
    ...facts,
    title: options.title,
    description: options.description,
    timeoutMs: options.timeoutMs ?? execution.timeoutMs,
    timeoutMode: options.timeoutMode ?? execution.timeoutMode,
    maxResultBytes: options.maxResultBytes ?? execution.maxResultBytes,
    tags: Object.freeze([...new Set(options.tags)]),
    hidden: options.hidden ?? false,
    rateLimit: rateLimitRule(options, defaults),
    input,
    output,
    fingerprint: fingerprint({ ...facts, input: input.schema, output: output?.schema }),
    owner: Object.freeze({ ...owner }),
    handler: Object.freeze(handler),
  });
}

/** Equal in every process that runs the same declaration; the order in which scopes are written does not matter. */
function fingerprint({
  scopes,
  ...facts
}: Readonly<Record<string, unknown>> & { readonly scopes: readonly string[] }): string {
  return sha256(canonicalJson({ ...facts, scopes: scopes.toSorted() }));
}
