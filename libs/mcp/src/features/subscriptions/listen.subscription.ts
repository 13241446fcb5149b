import type { Awaitable, ToolContext } from '@toolgate/tool-runtime';
import type { JsonRpcNotification } from '../../json-rpc/json-rpc.types.js';
import type { McpReply } from '../../json-rpc/mcp-reply.js';
import type { McpRequest } from '../../json-rpc/mcp-request.js';
import type { McpBusEvent, McpListName } from '../../notifications/mcp-event-bus.js';
import type { Subscriber } from '../../notifications/subscribers.js';
import { SUBSCRIPTION_ID_KEY } from '../../protocol/meta-keys.js';
import { acknowledged } from './listen-filter.js';
import type { ListenFilter } from './listen-filter.js';
import { tell } from '../../notifications/news.js';
import type { Listener, ReadAccess } from '../../notifications/news.js';

/** A `subscriptions/listen` that goes on until its client leaves or the server ends. Everything it says carries the id of its request. */
export class ListenSubscription implements Subscriber, Listener {
  private readonly meta: Readonly<Record<string, unknown>>;
  private conclude: ((reply: McpReply | undefined) => void) | undefined;

  constructor(
    private readonly request: McpRequest,
    private readonly filter: ListenFilter,
    private readonly access: ReadAccess,
  ) {
    this.meta = { [SUBSCRIPTION_ID_KEY]: request.id };
  }

  get context(): ToolContext {
    return this.request.context;
  }

  /**
   * Acknowledges, and waits for the end.
   * @param signal aborts when the client has left
   * @returns the answer, undefined when nobody waits for it any more
   */
  run(signal: AbortSignal | undefined): Promise<McpReply | undefined> {
    // Before anything else is said (2026-07-28, server/subscriptions).
    this.notify({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: acknowledged(this.filter), _meta: this.meta },
    });
    return new Promise((resolve) => {
      this.conclude = resolve;
      if (signal?.aborted) this.leave();
      else signal?.addEventListener('abort', () => this.leave(), { once: true });
    });
  }

  hear(event: McpBusEvent): Awaitable<void> {
    return tell(event, this, this.access, this.meta);
  }

  /** The server ends, and says so by answering. */
  end(): void {
    const { id, codec } = this.request;
    const meta = `${JSON.stringify(SUBSCRIPTION_ID_KEY)}:${JSON.stringify(id)}`;
    this.conclude?.({ id, resultJson: codec.completeJson('', meta) });
  }

  wantsList(list: McpListName): boolean {
    return this.filter.lists.has(list);
  }

  wantsUri(uri: string): boolean {
    return this.filter.uris?.has(uri) === true;
  }

  notify(notification: JsonRpcNotification): void {
    this.request.exchange.notify(notification);
  }

  private leave(): void {
    this.conclude?.(undefined);
  }
}
