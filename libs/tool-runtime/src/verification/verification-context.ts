import type { JsonObject } from '../common/json.js';

/** What a {@link VerificationContext} is made of; what is left out is empty. */
export interface VerificationContextFields {
  readonly principal?: string | null;
  readonly approvals?: readonly string[];
  readonly evidence?: Readonly<Record<string, unknown>>;
  readonly metadata?: JsonObject;
}

const NOTHING = Object.freeze({});

/** What a verifier may know beside the request. */
export class VerificationContext {
  /** Who asks, as the channel knows them; `null` is nobody. */
  readonly principal: string | null;
  /** Principals that have approved so far. */
  readonly approvals: readonly string[];
  /**
   * What an automatic decision goes by. Of a call: `tool`, `arguments` (the exact ones, unredacted and frozen), `fingerprint`, `argumentsDigest`,
   * `scopes` of the caller; of every verification: its `challenge`. Never to be logged, and left out of the JSON form.
   */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** Facts that decide nothing: `channel`, `request_id`. */
  readonly metadata: JsonObject;

  private constructor(fields: VerificationContextFields) {
    this.principal = fields.principal ?? null;
    this.approvals = Object.freeze([...(fields.approvals ?? [])]);
    this.evidence = fields.evidence ?? NOTHING;
    this.metadata = fields.metadata ?? NOTHING;
    Object.freeze(this);
  }

  static of(fields: VerificationContextFields = {}): VerificationContext {
    return new VerificationContext(fields);
  }

  /** How many different principals have approved. */
  get approvalCount(): number {
    return new Set(this.approvals).size;
  }

  /** True when there is evidence of this name, whatever it says. */
  hasEvidence(name: string): boolean {
    return Object.hasOwn(this.evidence, name);
  }

  /** Without the evidence, which holds what must not be logged; only its names are there. */
  toJSON(): Record<string, unknown> {
    const { principal, approvals, evidence, metadata } = this;
    return { principal, approvals, evidence: Object.keys(evidence), metadata };
  }
}
