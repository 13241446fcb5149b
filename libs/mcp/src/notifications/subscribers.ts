import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Redactor } from '@toolgate/tool-runtime';
import type { Awaitable } from '@toolgate/tool-runtime';
import type { ResolvedMcpModuleExtras } from '../mcp.options.js';
import { MCP_MODULE_EXTRAS } from '../mcp.tokens.js';
import { McpEventBus } from './mcp-event-bus.js';
import type { McpBusEvent } from './mcp-event-bus.js';
import { busDeaf, deliveryFailed } from './notifications.messages.js';

/** Somebody who is told news for as long as a stream or a connection lasts. */
export interface Subscriber {
  /** Decides whether to pass it on, and does. */
  hear(event: McpBusEvent): Awaitable<void>;
  /** The server ends; the subscriber says goodbye. */
  end(): void;
}

/** Everybody on this instance who is told news, and the one ear on the bus for all of them. */
@Injectable()
export class Subscribers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('McpServer');
  private readonly subscribers = new Set<Subscriber>();
  private stop: (() => Awaitable<void>) | undefined;
  private isOver = false;

  constructor(
    @Inject(McpEventBus) private readonly bus: McpEventBus,
    @Inject(MCP_MODULE_EXTRAS) private readonly extras: ResolvedMcpModuleExtras,
    private readonly redactor: Redactor,
  ) {}

  /** True from the moment the application begins to shut down. */
  get isClosing(): boolean {
    return this.isOver;
  }

  /** A bus that cannot be reached costs news, not the boot. */
  async onApplicationBootstrap(): Promise<void> {
    try {
      this.stop = await this.bus.subscribe((event) => this.spread(event));
    } catch (error) {
      this.logger.error(busDeaf(this.redactor.describeError(error)));
    }
  }

  /** Before anything else ends, so that every stream can still say how. */
  async onModuleDestroy(): Promise<void> {
    this.isOver = true;
    for (const subscriber of this.subscribers) subscriber.end();
    try {
      await this.stop?.();
    } catch (error) {
      this.logger.warn(deliveryFailed(this.redactor.describeError(error)));
    }
  }

  /** @returns a function that ends it */
  add(subscriber: Subscriber): () => void {
    this.subscribers.add(subscriber);
    return () => void this.subscribers.delete(subscriber);
  }

  private spread(event: McpBusEvent): void {
    if (event.server !== this.extras.server) return;
    const failed = (error: unknown) =>
      this.logger.warn(deliveryFailed(this.redactor.describeError(error)));
    for (const subscriber of this.subscribers) {
      try {
        void Promise.resolve(subscriber.hear(event)).catch(failed);
      } catch (error) {
        failed(error);
      }
    }
  }
}
