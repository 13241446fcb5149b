/** Every way a call can end, in the order the pipeline can reach them. */
export const CALL_OUTCOMES = Object.freeze([
  'not_found',
  'invalid',
  'denied',
  'rate_limited',
  'planned',
  'confirmation_requested',
  'confirmation_invalid',
  'verification_requested',
  'verification_pending',
  'verification_refused',
  'input_required',
  'served',
  'vetoed',
  'executed',
  'failed',
  'timed_out',
  'cancelled',
  'unavailable',
] as const);

/** How a call ended: exactly one of these for every call. */
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** What happens to a verification outside of the call that waits for it; each leaves a record of its own. */
export type VerificationOutcome =
  | 'verification_requested'
  | 'verification_approved'
  | 'verification_granted'
  | 'verification_rejected'
  | 'verification_expired';
