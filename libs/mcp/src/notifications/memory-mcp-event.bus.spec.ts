import { describeMcpEventBus } from './mcp-event-bus.contract.js';
import { MemoryMcpEventBus } from './memory-mcp-event.bus.js';

describeMcpEventBus('MemoryMcpEventBus', () => {
  const bus = new MemoryMcpEventBus();
  return { here: bus, there: bus };
});
