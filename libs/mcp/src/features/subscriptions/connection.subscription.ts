import type { Awaitable, ToolContext } from '@toolgate/tool-runtime';
import type { JsonRpcNotification } from '../../json-rpc/json-rpc.types.js';
import type { McpConnection } from '../../json-rpc/mcp-exchange.js';
import type { McpBusEvent } from '../../notifications/mcp-event-bus.js';
import type { Subscriber } from '../../notifications/subscribers.js';
import { tell } from '../../notifications/news.js';
import type { Listener, ReadAccess } from '../../notifications/news.js';

/** A legacy client at the other end of a connection: it hears of every list, and of the resources it has subscribed to. */
export class ConnectionSubscription implements Subscriber, Listener {
  constructor(
    private readonly connection: McpConnection,
    readonly context: ToolContext,
    private readonly access: ReadAccess,
  ) {}

  hear(event: McpBusEvent): Awaitable<void> {
    return tell(event, this, this.access);
  }

  end(): void {
    // The connection itself ends; legacy clients are told nothing else.
  }

  wantsList(): boolean {
    return true;
  }

  wantsUri(uri: string): boolean {
    return this.connection.subscriptions.has(uri);
  }

  notify(notification: JsonRpcNotification): void {
    this.connection.notify(notification);
  }
}
