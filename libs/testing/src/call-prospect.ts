/** How far a call would get, and how that is known. */
export interface CallProspect {
  /**
   * `runs`: the tool would run. `asks`: the caller would get a token to confirm with. `waits`: the call would wait for an approval. `denied`: somebody refuses. `stops`: it ends for another
   * reason, before or after somebody could refuse.
   */
  readonly end: 'runs' | 'asks' | 'waits' | 'denied' | 'stops';
  /** Which check refuses; only with `denied`. */
  readonly reasonCode?: string;
  /** `meta.code`; only with `stops`. */
  readonly code?: string;
  /** What the caller, or a reader of the plan, is told. */
  readonly message: string;
  readonly grounds:
    | {
        readonly how: 'foretold';
        /** Steps that could still end the call differently. */
        readonly dependsOn: readonly string[];
        /** Guards of the tool, which nobody has asked. */
        readonly guards: readonly string[];
      }
    | { readonly how: 'tried' };
}
