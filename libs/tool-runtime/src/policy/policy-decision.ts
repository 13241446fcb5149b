/** Which check refused; `meta.reason_code` of a FORBIDDEN result. */
export type DenialReasonCode =
  | 'unauthenticated'
  | 'missing_scope'
  | 'rule_missing_scope'
  | 'rule_denied'
  | 'mutating_blocked'
  | 'policy_error'
  | 'guard_denied'
  | 'guard_error'
  | 'human_confirmation'
  | 'invalid_context';

/** The answer of the policy gate. */
export type PolicyDecision =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly reasonCode: DenialReasonCode;
      /** For the caller to read; shorter where the channel's `denialDetail` is `minimal`. */
      readonly message: string;
    };
