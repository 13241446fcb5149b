import type { InflightRequests } from '../json-rpc/inflight-requests.js';
import type { McpNotification } from '../json-rpc/mcp-request.js';
import type { McpFeature, McpMethod } from './mcp-feature.js';

/** `notifications/cancelled`. Over HTTP a modern client cancels by closing its request instead, so there the message means nothing. */
export class CancellationFeature implements McpFeature {
  readonly methods: ReadonlyMap<string, McpMethod> = new Map();
  readonly notifications: ReadonlyMap<string, (notification: McpNotification) => void>;

  constructor(inflight: InflightRequests) {
    this.notifications = new Map([
      [
        'notifications/cancelled',
        (notification: McpNotification) => {
          if (notification.codec.era === 'modern' && notification.exchange.transport === 'http')
            return;
          inflight.cancel(notification);
        },
      ],
    ]);
  }

  capabilities() {
    return {};
  }
}
