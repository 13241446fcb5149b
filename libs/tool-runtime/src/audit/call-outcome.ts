/** Every way a call can end, in the order the pipeline can reach them. */
export const CALL_OUTCOMES = Object.freeze([
  'not_found',
  'invalid',
  'denied',
  'rate_limited',
  'planned',
  'confirmation_requested',
  'confirmation_invalid',
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
