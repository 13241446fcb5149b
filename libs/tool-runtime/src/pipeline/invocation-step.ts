import type { CallOutcome } from '../audit/call-outcome.js';
import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';
import type { DenialReasonCode } from '../policy/policy-decision.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import type { ToolResult } from '../result/tool-result.js';
import type { Invocation } from './invocation.js';

/** The twelve stations of a call, in the order they are passed. */
export type InvocationStepKind =
  | 'resolve'
  | 'validate'
  | 'clamp'
  | 'authorize'
  | 'rate_limit'
  | 'plan_mode'
  | 'confirm'
  | 'approve'
  | 'emit_executing'
  | 'execute'
  | 'contain_exception'
  | 'audit';

/** What a step is for. */
export type InvocationStepRole =
  'guard' | 'transform' | 'branch' | 'hook' | 'execution' | 'boundary' | 'outcome';

/**
 * Whether a step matters for a call: `active` always, `conditional` depending on the call, `dormant` when its rule exists but
 * cannot fire for this tool and caller, `skipped` when there is nothing to apply: its subsystem is not wired, or the tool declares
 * nothing for it.
 */
export type InvocationStepPresence = 'active' | 'conditional' | 'dormant' | 'skipped';

/** An end that a step can foretell from the tool and the caller alone. */
export interface ForetoldEnd {
  readonly outcome: Extract<
    CallOutcome,
    'denied' | 'planned' | 'confirmation_requested' | 'verification_requested' | 'executed'
  >;
  /** Which check refuses; only with `denied`. */
  readonly reasonCode?: DenialReasonCode;
  /** One sentence for a person. */
  readonly message: string;
}

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
  /** The same, for machines. Plain JSON. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** How the call ends here, if it gets here and ends as foretold. */
  readonly ends?: ForetoldEnd;
  /**
   * Whether the step has something left to decide when the call comes: arguments, guards, budgets, listeners. False when what is known
   * already settles it.
   * @default as {@link blocking}
   */
  readonly open?: boolean;
}

/** One station of a call: runs itself and describes itself from the same facts. */
export interface InvocationStep {
  readonly kind: InvocationStepKind;
  readonly role: InvocationStepRole;
  /** Pure: takes no token and no budget, emits no event, asks no provider. Must not throw. */
  describe(tool: ToolDefinition, context: ToolContext): StepDescription;
  /** A result ends the call. May throw: the boundary turns whatever is thrown into a result. */
  run(invocation: Invocation): Awaitable<ToolResult | void>;
}
