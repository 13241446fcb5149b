import type { JsonValue } from '../common/json.js';
import type { CallOutcome } from './call-outcome.js';

/** What the pipeline knows about a call that ended, before redaction. */
export interface CallFacts {
  readonly outcome: CallOutcome;
  readonly success: boolean;
  /** `meta.code` of the result. */
  readonly code: string | undefined;
  /** Which check refused, or why the call failed, in one word. */
  readonly reasonCode: string | undefined;
  /** What the caller asked for; possibly a name no tool has. */
  readonly tool: string;
  readonly fingerprint: string | undefined;
  readonly requestId: string;
  readonly channel: string;
  readonly principal: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Arguments as far as they were understood: validated and clamped ones, else a snapshot of what was sent, else undefined. Frozen. */
  readonly args: unknown;
  /** Paths inside `args` that are secret by declaration. */
  readonly sensitive: readonly (readonly string[])[];
  /** Milliseconds from entry to end, fractional. */
  readonly tookMs: number;
  /** Bytes of the serialised data, when there was any. */
  readonly resultBytes: number | undefined;
  /** A listener answered instead of the tool. */
  readonly cacheServed: boolean;
  /** The tool settled after its call had already ended; the caller never saw this outcome. */
  readonly late: boolean;
  /** `terminal` ends a call; `intent` announces an execution that must not happen unrecorded. */
  readonly phase: 'terminal' | 'intent';
}

/** One line of the audit trail, safe to store and show: redacted and bounded. */
export interface AuditRecord {
  /** Unique, 32 hexadecimal characters. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly phase: 'terminal' | 'intent';
  readonly outcome: CallOutcome;
  readonly success: boolean;
  readonly code: string | undefined;
  readonly reasonCode: string | undefined;
  readonly tool: string;
  readonly fingerprint: string | undefined;
  readonly requestId: string;
  readonly channel: string;
  readonly principal: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly tookMs: number;
  readonly resultBytes: number | undefined;
  readonly cacheServed: boolean;
  readonly late: boolean;
  /** Redacted and bounded; computed when first read. */
  readonly arguments: JsonValue;
  /** SHA-256 of the canonical JSON of the unredacted arguments, so that records can be matched without showing them. Empty for arguments without a JSON form. Computed when first read. */
  readonly argumentsDigest: string;
  /** Every field, in snake_case. */
  toJSON(): Record<string, JsonValue | undefined>;
}
