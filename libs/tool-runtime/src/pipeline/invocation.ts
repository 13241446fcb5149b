import type { CallOutcome } from '../audit/call-outcome.js';
import type { JsonObject } from '../common/json.js';
import type { PendingConfirmation } from '../confirmation/confirmation-store.js';
import type { ToolContext } from '../context/tool-context.js';
import { TOOL_KIND } from '../declaration/governed-method.js';
import type { ToolCatalog } from '../registry/tool-catalog.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import type { ToolResult } from '../result/tool-result.js';
import type { ApprovalState } from './approval-state.js';

const NO_ARGUMENTS: JsonObject = Object.freeze({});

/** What a second call of a confirmation brought. */
export type Redemption =
  | { readonly status: 'pending'; readonly entry: PendingConfirmation }
  | { readonly status: 'unknown' };

/**
 * One call on its way through the pipeline. Every step reads and writes this object and nothing else, so the whole
 * state of a call is here; it never outlives the call and is never shared between calls.
 */
export class Invocation {
  /** Found by `resolve`. */
  tool!: ToolDefinition;
  /** What is called. */
  kind: string = TOOL_KIND;
  /** Where things of another kind than tools are looked up. */
  catalog: ToolCatalog | undefined = undefined;
  /** Validated arguments, clamped from the `clamp` step on. Frozen before anything but the pipeline sees them. */
  args: JsonObject = NO_ARGUMENTS;
  /** The arguments as the tool will get them, bounds applied; what `clamp` puts in place. */
  boundedArgs: JsonObject = NO_ARGUMENTS;
  /** What the method receives. */
  input: unknown = undefined;
  /** Digest-able copy of what was sent, without the token. */
  sent: JsonObject | undefined = undefined;
  /** The raw `confirm_token`, if one was sent to a tool that can be confirmed. */
  confirmToken: string | undefined = undefined;
  redemption: Redemption | undefined = undefined;
  /** Of a tool whose calls can need an approval. */
  approval: ApprovalState | undefined = undefined;
  /** How the call ended, set with the result. */
  outcome: CallOutcome = 'failed';
  /** In one word, for `meta.reason_code` and audit. */
  reasonCode: string | undefined = undefined;
  /** Meta members collected on the way, merged under the result's own. */
  notes: Record<string, unknown> | undefined = undefined;
  /** Set by the runner before the boundary runs. */
  thrown: { readonly error: unknown } | undefined = undefined;
  /** Monotonic milliseconds when the result was there; set by the runner with it. */
  endedAt = 0;
  /** Set by the runner before the outcome steps run. */
  result: ToolResult | undefined = undefined;
  /** The caller's own answer, to be given at the anchor instead of the tool's. */
  offered: { readonly result: unknown } | undefined = undefined;
  /** The names the caller knows of, when it does not know of all. */
  known: ReadonlySet<string> | undefined = undefined;
  /** Bytes of the serialised data. */
  resultBytes: number | undefined = undefined;
  cacheServed = false;
  /** The tool's own code was entered. */
  entered = false;
  /** Ends the wait for code that is not the runtime's own, set while there is one. */
  interrupt: ((reason: Error) => void) | undefined = undefined;
  /** Why the call must not go on, once it must not. */
  stopped: Error | undefined = undefined;

  constructor(
    readonly name: string,
    /** As the caller passed them. */
    readonly rawArgs: unknown,
    /** This call's own context; its signal aborts when the call must stop. */
    readonly context: ToolContext,
    /** Monotonic milliseconds at entry. */
    readonly startedAt: number,
    /** The caller's own signal. */
    readonly callerSignal: AbortSignal | undefined,
  ) {}

  /** Ends the call with this outcome. */
  end(outcome: CallOutcome, result: ToolResult, reasonCode?: string): ToolResult {
    this.outcome = outcome;
    this.reasonCode = reasonCode;
    return result;
  }

  /** Ends the call as soon as it can: now if it waits for something, else before its next step. */
  stop(reason: Error): void {
    this.stopped ??= reason;
    this.interrupt?.(reason);
  }

  /** Adds a member to the result's `meta`. */
  note(key: string, value: unknown): void {
    (this.notes ??= {})[key] = value;
  }
}
