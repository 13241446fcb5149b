/** What a channel demands of its callers. Everything left out is off. */
export interface ChannelPolicy {
  /** Lets mutating tools through where {@link blockMutating} would stop them. Authentication, scopes and rules still apply. */
  readonly allowAll?: boolean;
  /** Refuses callers without a principal. */
  readonly requireAuth?: boolean;
  /** Refuses every mutating tool. */
  readonly blockMutating?: boolean;
  /** Mutating tools need the two-call confirmation even when they do not ask for it. */
  readonly requireConfirmationForMutating?: boolean;
  /** How much a refusal tells the caller: `full` names the missing scopes and the rule, `minimal` only that it was refused. @default 'full' */
  readonly denialDetail?: 'full' | 'minimal';
}
