import type { JsonRpcNotification, JsonRpcRequest } from '../json-rpc/json-rpc.types.js';
import type {
  McpConnection,
  McpExchange,
  McpSession,
  McpSubscriptions,
} from '../json-rpc/mcp-exchange.js';

/** What a message that is handed over in the same process brings along. */
export interface DirectExchangeOptions {
  /** Where notifications of the running request go. @default nowhere */
  readonly notify?: (notification: JsonRpcNotification) => void;
  /** Cancels the request. */
  readonly signal?: AbortSignal;
  /** Where requests of the server go. @default nowhere */
  readonly request?: (request: JsonRpcRequest) => void;
  /** The connection the message came over. */
  readonly connection?: McpConnection;
  /** What an earlier `initialize` negotiated. */
  readonly session?: McpSession;
}

/** The way back to a sender in the same process. */
export class DirectExchange implements McpExchange {
  readonly transport = 'direct';

  constructor(private readonly options: DirectExchangeOptions = {}) {}

  get signal(): AbortSignal | undefined {
    return this.options.signal;
  }

  get session(): McpSession | undefined {
    return this.options.session;
  }

  /** Without somewhere to send them to there are no notifications. */
  get pushes(): boolean {
    return this.options.notify !== undefined;
  }

  get request(): ((request: JsonRpcRequest) => void) | undefined {
    return this.options.request;
  }

  get connection(): McpConnection | undefined {
    return this.options.connection;
  }

  get subscriptions(): McpSubscriptions | undefined {
    return this.options.connection?.subscriptions;
  }

  notify(notification: JsonRpcNotification): void {
    this.options.notify?.(notification);
  }
}
