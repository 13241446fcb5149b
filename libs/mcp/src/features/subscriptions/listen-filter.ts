import type { McpListName } from '../../notifications/mcp-event-bus.js';
import { isObject } from '../../protocol/message.reader.js';
import { LONGEST_URI } from '../../uri/absolute-uri.js';

/** What a client wants to hear of. */
export interface ListenFilter {
  readonly lists: ReadonlySet<McpListName>;
  /** Exact URIs; undefined when the client does not ask for resources at all. */
  readonly uris: ReadonlySet<string> | undefined;
}

const FLAGS: readonly (readonly [flag: string, list: McpListName])[] = [
  ['toolsListChanged', 'tools'],
  ['promptsListChanged', 'prompts'],
  ['resourcesListChanged', 'resources'],
];

/**
 * Reads `params.notifications` of `subscriptions/listen` (2026-07-28, server/subscriptions). What it does not know is left out, as what the
 * server does not support is.
 *
 * @returns a text when it makes no sense
 */
export function readListenFilter(
  params: Readonly<Record<string, unknown>>,
  maxUris: number,
): ListenFilter | string {
  const { notifications } = params;
  if (!isObject(notifications)) return '"notifications" must be an object';
  const lists = new Set<McpListName>();
  for (const [flag, list] of FLAGS) {
    const wanted = notifications[flag];
    if (wanted !== undefined && typeof wanted !== 'boolean')
      return `"notifications.${flag}" must be true or false`;
    if (wanted === true) lists.add(list);
  }
  const { resourceSubscriptions: uris } = notifications;
  if (uris === undefined) return { lists, uris };
  if (!Array.isArray(uris) || !uris.every(isText))
    return '"notifications.resourceSubscriptions" must be a list of URIs';
  if (uris.length > maxUris)
    return `"notifications.resourceSubscriptions" may list ${maxUris} URIs at most`;
  if (uris.some(({ length }) => length > LONGEST_URI))
    return `"notifications.resourceSubscriptions" has a URI of more than ${LONGEST_URI} characters`;
  return { lists, uris: new Set(uris) };
}

/** What the server will tell of it, in the words of the acknowledgement. */
export function acknowledged({ lists, uris }: ListenFilter): Readonly<Record<string, unknown>> {
  return {
    ...Object.fromEntries(
      FLAGS.filter(([, list]) => lists.has(list)).map(([flag]) => [flag, true]),
    ),
    ...(uris && { resourceSubscriptions: [...uris] }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
