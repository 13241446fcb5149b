import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import type { ToolResult } from '../result/tool-result.js';
import type { Invocation } from './invocation.js';

/** The eleven stations of a call, in the order they are passed. */
export type InvocationStepKind =
  | 'resolve'
  | 'validate'
  | 'clamp'
  | 'authorize'
  | 'rate_limit'
  | 'plan_mode'
  | 'confirm'
  | 'emit_executing'
  | 'execute'
  | 'contain_exception'
  | 'audit';

/** What a step is for. */
export type InvocationStepRole =
  'guard' | 'transform' | 'branch' | 'hook' | 'execution' | 'boundary' | 'outcome';

/**
 * Whether a step matters for a call: `active` always, `conditional` depending on the call, `dormant` when its rule exists but
 * cannot fire for this tool and caller, `skipped` when its subsystem is not wired.
 */
export type InvocationStepPresence = 'active' | 'conditional' | 'dormant' | 'skipped';

/** What a step would do for a tool and a caller, without doing it. */
export interface StepDescription {
  readonly presence: InvocationStepPresence;
  /** Can end the call before the tool runs. */
  readonly blocking: boolean;
  /** Changes arguments or the world. */
  readonly mutates: boolean;
  /** The step this one encloses. */
  readonly wraps?: InvocationStepKind;
  /** One sentence: where the behaviour comes from. */
  readonly source: string;
  /** The same, for machines. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** One station of a call: runs itself and describes itself from the same facts. */
export interface InvocationStep {
  readonly kind: InvocationStepKind;
  readonly role: InvocationStepRole;
  /** Pure: no token, no budget, no event, no provider. */
  describe(tool: ToolDefinition, context: ToolContext): StepDescription;
  /** A result ends the call. May throw: the boundary turns whatever is thrown into a result. */
  run(invocation: Invocation): Awaitable<ToolResult | void>;
}
