import type { Provider } from '@nestjs/common';
import { McpEventBus } from './mcp-event-bus.js';
import { McpNotifications } from './mcp-notifications.js';
import { MemoryMcpEventBus } from './memory-mcp-event.bus.js';
import { Subscribers } from './subscribers.js';

/** How news gets to clients that listen. */
export const MCP_NOTIFICATION_PROVIDERS: readonly Provider[] = [
  { provide: McpEventBus, useClass: MemoryMcpEventBus },
  McpNotifications,
  Subscribers,
];
