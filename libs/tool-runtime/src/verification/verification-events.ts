import type { VerificationRequest } from './verification-request.js';
import type { VerificationResult } from './verification-result.js';

/** Names of the events, for `EventEmitter2.on` and `@OnEvent`. */
export const VerificationEvent = {
  /** Somebody has to say yes. {@link VerificationRequestedEvent} */
  REQUESTED: 'verification.requested',
  /** Everybody who had to has said yes. {@link VerificationGrantedEvent} */
  GRANTED: 'verification.granted',
  /** Somebody has said no. {@link VerificationRejectedEvent} */
  REJECTED: 'verification.rejected',
  /** Nobody said anything in time, or nobody used the yes in time. {@link VerificationExpiredEvent} */
  EXPIRED: 'verification.expired',
} as const;

abstract class AboutVerification {
  constructor(
    /** What it is about; its payload is redacted. */
    readonly request: VerificationRequest,
  ) {}

  /** The id that correlates all events of one verification. */
  get requestId(): string | null {
    return this.request.id;
  }
}

/** Payload of `verification.requested`. */
export class VerificationRequestedEvent extends AboutVerification {}

/** Payload of `verification.granted`. */
export class VerificationGrantedEvent extends AboutVerification {
  constructor(
    request: VerificationRequest,
    /** Who said yes, and which verifier took it. */
    readonly result: VerificationResult,
  ) {
    super(request);
  }
}

/** Payload of `verification.rejected`. */
export class VerificationRejectedEvent extends AboutVerification {
  constructor(
    request: VerificationRequest,
    /** Who said no, and why. */
    readonly result: VerificationResult,
  ) {
    super(request);
  }
}

/** Payload of `verification.expired`. */
export class VerificationExpiredEvent extends AboutVerification {
  constructor(
    request: VerificationRequest,
    readonly result: VerificationResult,
    /** It had been granted, and the grant was not used. */
    readonly wasGranted: boolean,
  ) {
    super(request);
  }
}
