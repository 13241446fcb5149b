import { ToolError } from '../result/tool-error.js';
import { ToolResultCode } from '../result/tool-result.codes.js';
import * as messages from './verification.messages.js';

/** Why a verification was not opened or decided, in one word: `meta.reason_code`. */
export type VerificationReasonCode =
  | 'verification_unknown'
  | 'verification_expired'
  | 'verification_resolved'
  | 'verification_repeated'
  | 'verification_own_request'
  | 'verification_anonymous'
  | 'verification_scope_missing'
  | 'verification_principal_mismatch'
  | 'verification_subject_mismatch'
  | 'id_taken'
  | 'owner_full'
  | 'store_full';

const CODES: Readonly<Record<VerificationReasonCode, ToolResultCode>> = {
  verification_unknown: ToolResultCode.NOT_FOUND,
  verification_expired: ToolResultCode.CONFLICT,
  verification_resolved: ToolResultCode.CONFLICT,
  verification_repeated: ToolResultCode.CONFLICT,
  verification_own_request: ToolResultCode.FORBIDDEN,
  verification_anonymous: ToolResultCode.UNAUTHORIZED,
  verification_scope_missing: ToolResultCode.FORBIDDEN,
  verification_principal_mismatch: ToolResultCode.FORBIDDEN,
  verification_subject_mismatch: ToolResultCode.CONFLICT,
  id_taken: ToolResultCode.CONFLICT,
  owner_full: ToolResultCode.RATE_LIMITED,
  store_full: ToolResultCode.RATE_LIMITED,
};

/** A verification was not opened or decided, by a rule. Nothing has changed, and no event was emitted. */
export class VerificationRefusedError extends ToolError {
  constructor(
    readonly reasonCode: VerificationReasonCode,
    message: string,
  ) {
    super(message, { code: CODES[reasonCode], meta: { reason_code: reasonCode } });
    this.name = 'VerificationRefusedError';
  }
}

/** What is needed to decide does not answer, so nothing is decided: `UNAVAILABLE`. The `cause` is for the log alone. */
export class VerificationUnavailableError extends ToolError {
  constructor(
    readonly reasonCode: 'verification_store' | 'verifier',
    options: { readonly cause: unknown },
  ) {
    super(messages.verificationUnavailable(), {
      code: ToolResultCode.UNAVAILABLE,
      meta: { reason_code: reasonCode },
      cause: options.cause,
    });
    this.name = 'VerificationUnavailableError';
  }
}
