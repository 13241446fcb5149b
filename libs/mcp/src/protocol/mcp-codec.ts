import type { McpEra } from './protocol-versions.js';

/** How one era writes what the server says. One object per server and era; everything that does not change is written out at boot. */
export interface McpCodec {
  readonly era: McpEra;
  /** Versions of this era that are served, newest first. */
  readonly versions: readonly string[];
  /**
   * A whole result as JSON text.
   *
   * @param members of the result as JSON text without braces: `"content":[…]`
   * @param meta members of its `_meta`, in the same form; empty for none
   */
  completeJson(members: string, meta?: string): string;
  /** A whole result that somebody made as an object, members of the era added where they are missing. */
  complete(result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Members of a list that tell a client how long and for whom it may keep it: `"ttlMs":0,"cacheScope":"private"`; empty where the era has none. */
  cacheMembers(ttlMs: number, scope: CacheScope): string;
}

/** Who may be served a kept answer: `public` everybody, `private` only whoever asked. */
export type CacheScope = 'public' | 'private';
