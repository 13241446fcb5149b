import type {
  RateLimitRule,
  ToolDefinition,
} from '../../libs/tool-runtime/src/registry/tool-definition.js';
import { NO_ENHANCERS } from '../../libs/tool-runtime/src/registry/tool-handler.js';
import type {
  ResolvedToolRuntimeOptions,
  ToolRuntimeOptions,
} from '../../libs/tool-runtime/src/tool-runtime.options.js';
import { resolveToolRuntimeOptions } from '../../libs/tool-runtime/src/tool-runtime.options.resolver.js';

/** The budget every tool has unless it says otherwise. */
export const READ_BUDGET: RateLimitRule = { limit: 100, windowMs: 60_000, cost: 1 };
export const MUTATING_BUDGET: RateLimitRule = { ...READ_BUDGET, cost: 5 };

/** A read-only tool without scopes, or what the test makes of it. */
export function aTool(facts: Partial<ToolDefinition> = {}): ToolDefinition {
  const mutating = facts.mutating ?? false;
  return {
    kind: 'tool',
    name: 'list_orders',
    localName: facts.name ?? 'list_orders',
    address: undefined,
    details: undefined,
    shape: undefined,
    title: undefined,
    description: 'A tool of a test',
    scopes: [],
    scopesMode: 'any',
    mutating,
    confirm: false,
    confirmBy: 'caller',
    readOnly: !mutating,
    idempotent: !mutating,
    approval: undefined,
    timeoutMs: 30_000,
    timeoutMode: 'abort',
    maxResultBytes: 1_048_576,
    version: undefined,
    tags: [],
    icons: undefined,
    _meta: undefined,
    hidden: false,
    rateLimit: mutating ? MUTATING_BUDGET : READ_BUDGET,
    input: {
      schema: { type: 'object', additionalProperties: false },
      clamps: [],
      sensitive: [],
      check: () => ({ valid: true, args: {}, repaired: [], ignored: [] }),
      clamp: (args) => ({ args, clamped: [] }),
      bind: (args) => ({ valid: true, input: args }),
    },
    output: undefined,
    fingerprint: 'fingerprint-1',
    owner: {},
    handler: { enhancers: NO_ENHANCERS, invoke: () => null },
    ...facts,
  };
}

/** The options of a module that was given none, or these. */
export function someOptions(options: ToolRuntimeOptions = {}): ResolvedToolRuntimeOptions {
  return resolveToolRuntimeOptions(options);
}
