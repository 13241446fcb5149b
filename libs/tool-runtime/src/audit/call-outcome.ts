/** How a call ended: exactly one of these for every call. */
export type CallOutcome =
  | 'not_found'
  | 'invalid'
  | 'denied'
  | 'rate_limited'
  | 'planned'
  | 'confirmation_requested'
  | 'confirmation_invalid'
  | 'served'
  | 'vetoed'
  | 'executed'
  | 'failed'
  | 'timed_out'
  | 'cancelled'
  | 'unavailable';
