import { canonicalJson, sha256 } from '../common/canonical-json.js';
import { deepFreeze } from '../common/deep-freeze.js';
import { copyJson } from '../common/json-copy.js';
import { TOOL_KIND } from '../declaration/governed-method.js';
import type { GovernedMethod } from '../declaration/governed-method.js';
import type { ToolOptions } from '../declaration/tool-options.js';
import type { ToolInput } from '../schema/tool-input.js';
import type { ToolOutput } from '../schema/tool-output.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { approvalRule } from './approval-rule.js';
import { rateLimitRule } from './rate-limit-rule.js';
import type { ToolDefinition, ToolOwner } from './tool-definition.js';
import { uniqueName } from './unique-name.js';
import type { ToolHandler } from './tool-handler.js';

/**
 * Decides everything about a tool that is not decided per call.
 * @param options checked by `toolOptionProblems`
 * @param defaults what applies where the tool says nothing
 * @param governed what makes it more than a tool
 */
export function createToolDefinition(
  options: ToolOptions,
  input: ToolInput,
  output: ToolOutput | undefined,
  handler: ToolHandler,
  owner: ToolOwner,
  defaults: ResolvedToolRuntimeOptions,
  governed?: GovernedMethod,
): ToolDefinition {
  const { execution } = defaults;
  const mutating = options.mutating ?? false;
  const readOnly = options.readOnly ?? !mutating;
  const approval = approvalRule(options, defaults);
  const facts = {
    name: uniqueName(governed?.kind ?? TOOL_KIND, options.name),
    scopes: Object.freeze([...new Set(options.scopes)]),
    scopesMode: options.scopesMode ?? 'any',
    mutating,
    confirm: options.confirm ?? false,
    confirmBy: options.confirmBy ?? 'caller',
    readOnly,
    idempotent: options.idempotent ?? readOnly,
    version: options.version,
  };
  return Object.freeze<ToolDefinition>({
    ...facts,
    kind: governed?.kind ?? TOOL_KIND,
    localName: options.name,
    address: governed?.address,
    details: governed?.details,
    shape: governed?.shape,
    title: options.title,
    description: options.description,
    approval,
    timeoutMs: options.timeoutMs ?? execution.timeoutMs,
    timeoutMode: options.timeoutMode ?? execution.timeoutMode,
    maxResultBytes: options.maxResultBytes ?? execution.maxResultBytes,
    tags: Object.freeze([...new Set(options.tags)]),
    icons: options.icons && deepFreeze(options.icons.map((icon) => ({ ...icon }))),
    _meta: options._meta && deepFreeze(copyJson(options._meta)),
    hidden: options.hidden ?? false,
    rateLimit: rateLimitRule(options, defaults),
    input,
    output,
    fingerprint: fingerprint({
      ...facts,
      // Most tools say nothing about it, and their fingerprints should not change because others can.
      confirmBy: facts.confirmBy === 'human' ? 'human' : undefined,
      address: governed?.address,
      input: input.schema,
      output: output?.schema,
      // A function has no lasting form, so of `when` only its presence counts.
      approval: approval && { ...approval, when: approval.when !== undefined },
    }),
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
