import { settle } from '@toolgate/tool-runtime';
import type { Awaitable, ToolContext } from '@toolgate/tool-runtime';
import type { JsonRpcNotification } from '../json-rpc/json-rpc.types.js';
import type { McpBusEvent, McpListName } from './mcp-event-bus.js';

/** Who may read what is at a URI. */
export interface ReadAccess {
  canRead(uri: string, context: ToolContext): Awaitable<boolean>;
}

/** Somebody who listens. */
export interface Listener {
  readonly context: ToolContext;
  wantsList(list: McpListName): boolean;
  wantsUri(uri: string): boolean;
  /** Tells them. */
  notify(notification: JsonRpcNotification): void;
}

/**
 * Tells a listener what an event means for them. A right to read may have been taken away since they began to listen, so it is looked at again.
 * @param meta `_meta` of every notification; none on the legacy era
 */
export function tell(
  event: McpBusEvent,
  listener: Listener,
  access: ReadAccess,
  meta?: Readonly<Record<string, unknown>>,
): Awaitable<void> {
  const tagged = meta && { _meta: meta };
  if (event.type === 'list_changed') {
    if (!listener.wantsList(event.list)) return;
    const method = `notifications/${event.list}/list_changed`;
    return listener.notify({ jsonrpc: '2.0', method, ...(tagged && { params: tagged }) });
  }
  if (event.type !== 'resource_updated' || !listener.wantsUri(event.uri)) return;
  const { uri } = event;
  return settle(access.canRead(uri, listener.context), (may) => {
    if (!may) return;
    const method = 'notifications/resources/updated';
    listener.notify({ jsonrpc: '2.0', method, params: { uri, ...tagged } });
  });
}
