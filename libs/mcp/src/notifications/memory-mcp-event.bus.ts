import { Injectable } from '@nestjs/common';
import type { McpBusEvent, McpBusListener, McpEventBus } from './mcp-event-bus.js';

/** Carries news within this process: right for one instance. */
@Injectable()
export class MemoryMcpEventBus implements McpEventBus {
  private readonly listeners = new Set<McpBusListener>();

  publish(event: McpBusEvent): void {
    for (const listener of this.listeners) {
      try {
        listener(event);
      } catch {
        // One listener's fault must not keep the news from the others.
      }
    }
  }

  subscribe(listener: McpBusListener): () => void {
    // Wrapped, so that a function that subscribes twice hears twice and stops once.
    const own: McpBusListener = (event) => listener(event);
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  }
}
