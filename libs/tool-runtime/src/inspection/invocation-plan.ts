import type { CallOutcome } from '../audit/call-outcome.js';
import type { ToolContextMode } from '../context/tool-context.js';
import type { DenialReasonCode } from '../policy/policy-decision.js';
import type {
  InvocationStepKind,
  InvocationStepPresence,
  InvocationStepRole,
} from '../pipeline/invocation-step.js';

/** Whether an optional subsystem is there. */
export type WiringState = 'present' | 'absent';

/** One station of a planned call. The order of the members is the order in JSON. */
export interface PlannedStep {
  readonly kind: InvocationStepKind;
  readonly role: InvocationStepRole;
  readonly presence: InvocationStepPresence;
  /** Can end the call before the tool runs. */
  readonly blocking: boolean;
  /** Changes arguments or the world. */
  readonly mutates: boolean;
  /** The step this one encloses, or null. */
  readonly wraps: InvocationStepKind | null;
  /** One sentence: where the behaviour comes from. */
  readonly source: string;
  /** The same, for machines. Plain JSON. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** How the call would end, as far as that can be known without arguments and without running anything. */
export interface PlanVerdict {
  /** `executed` stands for "would run, unless its arguments, its guards, its budget or a listener stop it". */
  readonly outcome: Extract<
    CallOutcome,
    'denied' | 'planned' | 'confirmation_requested' | 'verification_requested' | 'executed'
  >;
  /** Which check refuses; only with `denied`. */
  readonly reasonCode?: DenialReasonCode;
  /** One sentence for a person. */
  readonly message: string;
  /** Names of the steps that could still end the call differently. */
  readonly depends_on: readonly InvocationStepKind[];
}

/** What a call of one tool by one caller would pass through. Plain JSON; building it runs nothing. */
export interface InvocationPlan {
  readonly schemaVersion: '1.0';
  /** Name of the tool. */
  readonly operation: string;
  readonly channel: string;
  readonly context: {
    /** The principal, or null for nobody. */
    readonly actor: string | null;
    readonly scopes: readonly string[];
    readonly mode: ToolContextMode;
  };
  /** What had to be assumed, one sentence each. */
  readonly assumptions: readonly string[];
  /** Read from the running application, never passed in. */
  readonly wiring: {
    readonly rateLimiter: WiringState;
    readonly dispatcher: WiringState;
    readonly ruleProvider: WiringState;
  };
  readonly verdict: PlanVerdict;
  /** In the order a call passes them. */
  readonly steps: readonly PlannedStep[];
}
