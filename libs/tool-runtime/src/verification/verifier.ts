import type { Awaitable } from '../common/awaitable.js';
import type { VerificationContext } from './verification-context.js';
import type { VerificationRequest } from './verification-request.js';
import type { VerificationResult } from './verification-result.js';

/**
 * Who says yes. Asked once for every verification, after it has been stored under the id of the request, so that an answer cannot come too early.
 *
 * `pending` leaves the decision to whoever resolves the stored verification: people, or a system that calls back. `passed` counts as one approval,
 * so it is enough for the policies `single` and `auto`; `waived` is enough for every policy; `failed` ends the verification. A verifier that throws
 * or rejects decides nothing: the verification is withdrawn and the call ends as UNAVAILABLE.
 */
export interface Verifier {
  /** For results, records and metrics: `human_verifier`. */
  readonly name: string;
  verify(request: VerificationRequest, context: VerificationContext): Awaitable<VerificationResult>;
}

/** Injection token of the {@link Verifier}. */
export const Verifier = Symbol('Verifier');
