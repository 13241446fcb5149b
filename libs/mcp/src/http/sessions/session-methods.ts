import { isObject } from '../../protocol/message.reader.js';

/** What legacy servers are asked once a session has begun. What is not here is unknown, or begins one. */
const METHODS: ReadonlySet<unknown> = new Set([
  'ping',
  'logging/setLevel',
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'resources/templates/list',
  'completion/complete',
]);

/**
 * Whether a legacy message makes sense only in a session. Clients find out what a server speaks by methods it may not know; they are told so, and not that they lack a
 * session.
 */
export function needsSession(message: unknown): boolean {
  if (!isObject(message)) return false;
  const { id, method } = message;
  // Notifications and responses without a session have nowhere to go; of requests, those that there are.
  if (typeof method !== 'string') return 'result' in message || 'error' in message;
  return id === undefined || METHODS.has(method);
}
