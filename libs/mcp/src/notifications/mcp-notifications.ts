import { Inject, Injectable, Logger } from '@nestjs/common';
import { Redactor } from '@toolgate/tool-runtime';
import type { ResolvedMcpModuleExtras } from '../mcp.options.js';
import { MCP_MODULE_EXTRAS } from '../mcp.tokens.js';
import { isAbsoluteUri } from '../uri/absolute-uri.js';
import { McpEventBus } from './mcp-event-bus.js';
import type { McpBusEvent, McpListName } from './mcp-event-bus.js';
import { newsLost, notAUri } from './notifications.messages.js';

/**
 * Tells clients that listen what has changed. Lists tell their changes themselves; what a resource says, only the host knows.
 *
 * @example
 * ```ts
 * await this.orders.save(order);
 * this.notifications.resourceUpdated(`orders://${order.id}`);
 * ```
 */
@Injectable()
export class McpNotifications {
  private readonly logger = new Logger('McpServer');
  /** What is told at the end of this tick, by what makes it the same news. */
  private readonly pending = new Map<string, McpBusEvent>();

  constructor(
    @Inject(McpEventBus) private readonly bus: McpEventBus,
    @Inject(MCP_MODULE_EXTRAS) private readonly extras: ResolvedMcpModuleExtras,
    private readonly redactor: Redactor,
  ) {}

  /**
   * Reading the resource would give something else than before. Told once per tick, to clients that subscribed to exactly this URI and may read it.
   * @throws TypeError when it is no absolute URI
   */
  resourceUpdated(uri: string): void {
    if (!isAbsoluteUri(uri)) throw new TypeError(notAUri(uri));
    this.tell(`uri ${uri}`, { server: this.extras.server, type: 'resource_updated', uri });
  }

  /** A list would read differently for reasons that the runtime cannot see, such as rules of the host that have changed. */
  listChanged(list: McpListName): void {
    this.tell(`list ${list}`, { server: this.extras.server, type: 'list_changed', list });
  }

  /** What a legacy session listens to has changed. */
  sessionChanged(session: string): void {
    this.publish({ server: this.extras.server, type: 'session_changed', session });
  }

  private tell(key: string, event: McpBusEvent): void {
    if (this.pending.size === 0) queueMicrotask(() => this.flush());
    this.pending.set(key, event);
  }

  private flush(): void {
    const events = [...this.pending.values()];
    this.pending.clear();
    for (const event of events) this.publish(event);
  }

  private publish(event: McpBusEvent): void {
    const failed = (error: unknown) =>
      this.logger.warn(newsLost(event.type, this.redactor.describeError(error)));
    try {
      void Promise.resolve(this.bus.publish(event)).catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}
