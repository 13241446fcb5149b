import { ToolContext } from '@toolgate/tool-runtime';

/** The channel of a caller about whom nothing else is said. */
export const DEFAULT_CHANNEL = 'web';

/**
 * Somebody who is signed in.
 * @param scopes what they may do; nothing when left out
 * @param channel the channel they come over; a channel without a policy fails closed
 */
export function asPerson(
  principal: string,
  scopes: readonly string[] = [],
  channel: string = DEFAULT_CHANNEL,
): ToolContext {
  return ToolContext.of({ principal, scopes, channel });
}

/** Somebody who is not signed in, and holds no scopes. */
export function asNobody(channel: string = DEFAULT_CHANNEL): ToolContext {
  return ToolContext.of({ principal: null, channel });
}
