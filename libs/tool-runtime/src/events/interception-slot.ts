/** What a listener of `tool.executing` decided. */
export type InterceptionDecision =
  | { readonly kind: 'continue' }
  | { readonly kind: 'served'; readonly result: unknown }
  | {
      readonly kind: 'vetoed';
      readonly reason: string | undefined;
      readonly reasonCode: VetoReasonCode;
    };

/** Why a call was vetoed; `meta.reason_code` of a BLOCKED result. */
export type VetoReasonCode =
  'listener_stop' | 'listener_error' | 'listener_timeout' | 'listener_depth' | 'audit_unavailable';

const CONTINUE: InterceptionDecision = Object.freeze({ kind: 'continue' });

/**
 * Where a listener of `tool.executing` answers or stops a call. The first decision stands; what comes later, or too late, is ignored.
 */
export class InterceptionSlot {
  #decision: InterceptionDecision = CONTINUE;
  #closed = false;

  /** Answers the call instead of the tool: a `ToolResult`, or a bare value that becomes a success. `null` and other falsy values are answers too. */
  shortCircuit(result: unknown): void {
    this.decide({ kind: 'served', result });
  }

  /** Refuses the call. The reason is shown to the caller. */
  stop(reason?: string): void {
    this.decide({ kind: 'vetoed', reason, reasonCode: 'listener_stop' });
  }

  /** True once a decision was made. */
  get isStopped(): boolean {
    return this.#decision.kind !== 'continue';
  }

  /** True once a listener has answered. */
  get hasResult(): boolean {
    return this.#decision.kind === 'served';
  }

  /** The answer given, or null. */
  get result(): unknown {
    return this.#decision.kind === 'served' ? this.#decision.result : null;
  }

  /**
   * Ends the time for decisions and returns the one that stands.
   * @param failure a veto that overrides every decision: whoever fails while deciding must not have consented
   * @internal
   */
  close(failure?: InterceptionDecision): InterceptionDecision {
    this.#closed = true;
    if (failure) this.#decision = failure;
    return this.#decision;
  }

  private decide(decision: InterceptionDecision): void {
    if (!this.#closed && this.#decision.kind === 'continue') this.#decision = decision;
  }
}
