import { randomUUID } from 'node:crypto';
import type { ToolContext } from '@toolgate/tool-runtime';
import { readHandshake } from '../json-rpc/handshake.reader.js';
import type { JsonRpcService } from '../json-rpc/json-rpc.service.js';
import type {
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
} from '../json-rpc/json-rpc.types.js';
import { ConnectionSubscriptions } from '../json-rpc/connection-subscriptions.js';
import type { McpConnection, McpSession } from '../json-rpc/mcp-exchange.js';
import { toResponse } from '../json-rpc/mcp-reply.js';
import { DirectExchange } from './direct-exchange.js';

/**
 * One client and a server in the same process, without a network between them: for tests, and for agents that run inside the application. It
 * has the form of a transport of the official SDK, so `client.connect(transport)` works with clients of either era.
 *
 * @example
 * ```ts
 * const client = new Client({ name: 'test', version: '1' });
 * await client.connect(new DirectMcpTransport(app.get(JsonRpcService), ToolContext.mcp({ principal: 'ann', scopes: ['*'] })));
 * ```
 */
export class DirectMcpTransport {
  onmessage?: (message: JsonRpcResponse | JsonRpcNotification | JsonRpcRequest) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  private session: McpSession | undefined;
  private readonly closing = new AbortController();
  private readonly connection: McpConnection = {
    notify: (notification) => this.deliver(notification),
    closed: this.closing.signal,
    subscriptions: new ConnectionSubscriptions(),
  };

  constructor(
    private readonly server: Pick<JsonRpcService, 'receive'>,
    /** Who the client is. */
    private readonly context: ToolContext,
  ) {}

  async start(): Promise<void> {
    // There is nothing to connect.
  }

  /** Hands a message to the server; its answer arrives through {@link onmessage}. */
  async send(message: object): Promise<void> {
    if (this.closing.signal.aborted) throw new Error('The transport is closed.');
    void this.exchange(structuredClone(message));
  }

  /** Cancels what still runs. */
  async close(): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.closing.abort();
    this.onclose?.();
  }

  private async exchange(message: object): Promise<void> {
    const exchange = new DirectExchange({
      notify: (notification) => this.deliver(notification),
      request: (request) => this.deliver(request),
      signal: this.closing.signal,
      session: this.session,
      connection: this.connection,
    });
    const requestId = randomUUID().replaceAll('-', '');
    const reply = await this.server.receive(message, this.context.with({ requestId }), exchange);
    const handshake = readHandshake(message, reply);
    if (handshake) this.session = { id: randomUUID(), ...handshake, logLevel: undefined };
    if (reply) this.deliver(toResponse(reply));
  }

  private deliver(message: JsonRpcResponse | JsonRpcNotification | JsonRpcRequest): void {
    if (this.closing.signal.aborted) return;
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error('A message could not be taken.'));
    }
  }
}
