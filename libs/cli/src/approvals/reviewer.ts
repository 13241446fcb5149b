import { userInfo } from 'node:os';
import { ToolContext } from '@toolgate/tool-runtime';

/**
 * Whoever decides in this shell. It is trusted, as everything typed into it is, so it may decide about everything; who it is must still be
 * said, because a person counts once and may not answer for themselves.
 * @param name as the application names people; the user of the operating system when left out
 */
export function shellReviewer(name: string | undefined): ToolContext {
  return ToolContext.of({ channel: 'cli', principal: name ?? osUser(), scopes: ['*'] });
}

function osUser(): string | null {
  try {
    return userInfo().username || null;
  } catch {
    // A container may run as a user without a name.
    return null;
  }
}
