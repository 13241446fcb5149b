import type { JsonRpcId, JsonRpcNotification, JsonRpcRequest } from '../json-rpc/json-rpc.types.js';
import type {
  McpConnection,
  McpExchange,
  McpSession,
  McpSubscriptions,
} from '../json-rpc/mcp-exchange.js';

/** How an exchange and its connection know each other. */
export interface StdioExchangeTerms {
  /** Undefined for what is no request. */
  readonly id: JsonRpcId | undefined;
  readonly session: McpSession | undefined;
  readonly connection: McpConnection;
  /** True for a request whose answer goes on until the client has had enough. */
  readonly isEndless: boolean;
  readonly notify: (message: JsonRpcNotification | JsonRpcRequest) => void;
}

/** The way back for one message. For a message that is no request there is none: nobody is told anything. */
export class StdioExchange implements McpExchange {
  readonly transport = 'stdio';
  readonly pushes = true;
  private isOver = false;
  private wasCancelled = false;
  // Made on first use: notifications and most answers that are there at once never need it.
  private controller: AbortController | undefined;

  constructor(private readonly terms: StdioExchangeTerms) {}

  get id(): JsonRpcId | undefined {
    return this.terms.id;
  }

  get session(): McpSession | undefined {
    return this.terms.session;
  }

  get connection(): McpConnection {
    return this.terms.connection;
  }

  get subscriptions(): McpSubscriptions {
    return this.terms.connection.subscriptions;
  }

  get isEndless(): boolean {
    return this.terms.isEndless;
  }

  get isCancelled(): boolean {
    return this.wasCancelled;
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.wasCancelled) this.controller.abort();
    return this.controller.signal;
  }

  notify(notification: JsonRpcNotification): void {
    if (this.terms.id !== undefined && !this.isOver) this.terms.notify(notification);
  }

  request(request: JsonRpcRequest): void {
    if (this.terms.id !== undefined && !this.isOver) this.terms.notify(request);
  }

  /** The answer is there; whatever comes after it is not said. */
  close(): void {
    this.isOver = true;
  }

  /** Nobody waits for the answer any more: the work stops, and nothing more is said. */
  cancel(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.wasCancelled = true;
    this.controller?.abort();
  }
}
