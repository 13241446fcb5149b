/** Somebody whom a validator or a guard has identified. */
export interface Principal {
  /** Unique within the issuer; what policy, limits and audit go by. Never empty. */
  readonly id: string;
  /** For people to read. */
  readonly displayName?: string;
  readonly scopes: readonly string[];
  /** Who vouches for the id. Two issuers may use the same one. */
  readonly issuer?: string;
  /** Facts for the host; never consulted for a decision. */
  readonly extra?: Readonly<Record<string, unknown>>;
}
