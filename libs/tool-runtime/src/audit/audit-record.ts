import type { JsonValue } from '../common/json.js';
import type { CallOutcome, VerificationOutcome } from './call-outcome.js';

/** What is recorded of a call as it is, because nothing in it is secret. */
interface RecordedCall {
  /**
   * `terminal` ends a call; `intent` announces an execution that must not happen unrecorded; `verification` is no call but what somebody decided
   * about one: its principal is who decided, its tool and arguments are those of the call that waits.
   */
  readonly phase: 'terminal' | 'intent' | 'verification';
  /** How the call ended, or what was decided. */
  readonly outcome: CallOutcome | VerificationOutcome;
  /** `success` of the result. */
  readonly success: boolean;
  /** `meta.code` of the result. */
  readonly code: string | undefined;
  /** Which check refused, or why the call failed, in one word. */
  readonly reasonCode: string | undefined;
  /** What the caller asked for; possibly a name no tool has. */
  readonly tool: string;
  /** Which declaration of the tool it was; undefined when there is no such tool. */
  readonly fingerprint: string | undefined;
  /** The same in result, log lines and every record of the call. */
  readonly requestId: string;
  /** Channel of the caller. */
  readonly channel: string;
  /** Who called; `null` is nobody. */
  readonly principal: string | null;
  /** Address of the caller, when the transport knew it. */
  readonly ip: string | null;
  /** What the caller's client said it is. */
  readonly userAgent: string | null;
  /** Milliseconds from entry to end, fractional. */
  readonly tookMs: number;
  /** Bytes of the serialised data, when there was any. */
  readonly resultBytes: number | undefined;
  /** A listener answered instead of the tool. */
  readonly cacheServed: boolean;
  /** The tool settled after its call had already ended; the caller never saw this outcome. */
  readonly late: boolean;
  /** The same in every record of a call that needed an approval, and in those of its approval. */
  readonly verificationId?: string | undefined;
  /** Who approved the call that was released, in the order they did. */
  readonly approvedBy?: readonly string[] | undefined;
}

/** What the pipeline knows about a call that ended, before redaction. */
export interface CallFacts extends RecordedCall {
  /** Arguments as far as they were understood: validated and clamped ones, else a snapshot of what was sent, else undefined. Frozen. */
  readonly args: unknown;
  /** Paths inside `args` that are secret by declaration. */
  readonly sensitive: readonly (readonly string[])[];
}

/** One line of the audit trail, safe to store and show: redacted and bounded. */
export interface AuditRecord extends RecordedCall {
  /** Unique, 32 hexadecimal characters. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  /** Redacted and bounded; computed when first read. */
  readonly arguments: JsonValue;
  /** SHA-256 of the canonical JSON of the unredacted arguments, so that records can be matched without showing them. Empty for arguments without a JSON form. Computed when first read. */
  readonly argumentsDigest: string;
  /** Every field, in snake_case. */
  toJSON(): Record<string, JsonValue | undefined>;
}
