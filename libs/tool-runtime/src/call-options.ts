/** What a caller may say about one call beside its arguments. */
export interface CallOptions {
  /**
   * An answer to give instead of running the tool: a `ToolResult`, or a bare value that becomes a success. It is given where a listener of
   * `tool.executing` would give one, so only to a call that every gate has let through, and never when such a listener vetoes.
   */
  readonly answer?: { readonly result: unknown };
  /** Names of the only tools there are for this caller. A call of any other ends as `TOOL_NOT_FOUND`, and is audited. */
  readonly known?: ReadonlySet<string>;
}
