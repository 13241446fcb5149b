import type { JsonObject } from '../common/json.js';

/** `passed` and `waived` let through, `failed` does not, `pending` waits for somebody. */
export type VerificationStatus = 'pending' | 'passed' | 'failed' | 'waived';

interface VerificationResultFields {
  readonly status: VerificationStatus;
  readonly reason?: string | null;
  readonly verifier?: string | null;
  readonly principal?: string | null;
  readonly missing?: readonly string[];
  readonly metadata?: JsonObject;
}

const NOTHING: JsonObject = Object.freeze({});
const NONE: readonly string[] = Object.freeze([]);

/**
 * What a verifier answers.
 *
 * @example
 * ```ts
 * return amount <= 100 ? VerificationResult.pass('small_amounts') : VerificationResult.pending('small_amounts');
 * ```
 */
export class VerificationResult {
  readonly status: VerificationStatus;
  /** Why not, or why nobody had to be asked; `null` for a plain yes, whose reason is in {@link metadata}. */
  readonly reason: string | null;
  /** Name of the verifier. */
  readonly verifier: string | null;
  /** Who decided; `null` when nobody did. */
  readonly principal: string | null;
  /** What is missing for a yes. */
  readonly missing: readonly string[];
  readonly metadata: JsonObject;

  private constructor(fields: VerificationResultFields) {
    this.status = fields.status;
    this.reason = fields.reason ?? null;
    this.verifier = fields.verifier ?? null;
    this.principal = fields.principal ?? null;
    this.missing = fields.missing ?? NONE;
    this.metadata = fields.metadata ?? NOTHING;
    Object.freeze(this);
  }

  /** Yes. */
  static pass(
    verifier: string,
    principal: string | null = null,
    metadata: JsonObject = NOTHING,
  ): VerificationResult {
    return new VerificationResult({ status: 'passed', verifier, principal, metadata });
  }

  /** No. The reason is shown to whoever asked. */
  static fail(
    reason: string,
    missing: readonly string[] = NONE,
    verifier: string | null = null,
    metadata: JsonObject = NOTHING,
    principal: string | null = null,
  ): VerificationResult {
    return new VerificationResult({
      status: 'failed',
      reason,
      verifier,
      principal,
      missing: Object.freeze([...missing]),
      metadata,
    });
  }

  /** Nobody needs to say yes, however many the policy asks for. */
  static waived(
    reason: string,
    principal: string | null = null,
    verifier: string | null = null,
    metadata: JsonObject = NOTHING,
  ): VerificationResult {
    return new VerificationResult({ status: 'waived', reason, verifier, principal, metadata });
  }

  /** Somebody will say. */
  static pending(verifier: string, metadata: JsonObject = NOTHING): VerificationResult {
    return new VerificationResult({ status: 'pending', verifier, metadata });
  }

  /** True for a yes, asked for or not. */
  get isSatisfied(): boolean {
    return this.status === 'passed' || this.status === 'waived';
  }

  /** True unless somebody still has to say. */
  get isFinal(): boolean {
    return this.status !== 'pending';
  }

  /** The six members. */
  toJSON(): Record<string, unknown> {
    const { status, reason, verifier, principal, missing, metadata } = this;
    return { status, reason, verifier, principal, missing, metadata };
  }
}
