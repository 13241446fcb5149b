import { ToolContext } from '@toolgate/tool-runtime';
import type { ToolDefinition } from '@toolgate/tool-runtime';

/**
 * What a caller gets before any argument is looked at: `allowed` runs, `confirm` is asked first, `denied` is refused, `undecided` when the
 * host's own policy gate cannot say.
 */
export type AccessVerdict = 'allowed' | 'confirm' | 'denied' | 'undecided';

/** What three callers of one tool get on one channel. */
export interface ToolAccess {
  /** No principal, no scopes. */
  readonly nobody: AccessVerdict;
  /** A principal without scopes. */
  readonly somebody: AccessVerdict;
  /** A principal with exactly the scopes that the tool names. */
  readonly scoped: AccessVerdict;
}

/** Access by channel. */
export type AccessByChannel = Readonly<Record<string, ToolAccess>>;

/** The three callers, from the weakest to the strongest. */
export const CALLERS = ['nobody', 'somebody', 'scoped'] as const;

const SOMEBODY = 'somebody';

/** Who stands for each of the three on a channel. */
export function callersOf(
  { scopes }: ToolDefinition,
  channel: string,
): Readonly<Record<keyof ToolAccess, ToolContext>> {
  return {
    nobody: ToolContext.of({ channel, principal: null }),
    somebody: ToolContext.of({ channel, principal: SOMEBODY }),
    scoped: ToolContext.of({ channel, principal: SOMEBODY, scopes }),
  };
}
