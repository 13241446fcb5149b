import { Inject, Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationShutdown } from '@nestjs/common';
import type { ToolContext } from '@toolgate/tool-runtime';
import type { Readable } from 'node:stream';
import { JsonRpcService } from '../json-rpc/json-rpc.service.js';
import type { ResolvedMcpModuleExtras } from '../mcp.options.js';
import { MCP_MODULE_EXTRAS } from '../mcp.tokens.js';
import { drainWithin } from './drain-within.js';
import type { LineSink } from './line-writer.js';
import type { ResolvedMcpStdioOptions } from './mcp-stdio.options.js';
import { StdioConnection } from './stdio-connection.js';

interface OpenConnection {
  readonly connection: StdioConnection;
  readonly shutdownTimeoutMs: number;
}

/** One server of the application over standard streams: opens connections, and ends them when the application does. */
@Injectable()
export class StdioServer implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly open = new Set<OpenConnection>();
  private closing = false;
  private tellClosed: () => void = () => undefined;

  /** Resolves when the application has closed. */
  readonly closed = new Promise<void>((resolve) => (this.tellClosed = resolve));

  constructor(
    private readonly dispatcher: JsonRpcService,
    @Inject(MCP_MODULE_EXTRAS) private readonly extras: ResolvedMcpModuleExtras,
  ) {}

  /** Name of the server, unique in the application. */
  get name(): string {
    return this.extras.server;
  }

  /** True from the moment the application begins to close, whoever closes it. */
  get isClosing(): boolean {
    return this.closing;
  }

  /** Begins to serve a client. */
  connect(
    context: ToolContext,
    input: Readable,
    output: LineSink,
    options: ResolvedMcpStdioOptions,
  ): StdioConnection {
    const connection = new StdioConnection(this.dispatcher, context, input, output, options);
    const entry = { connection, shutdownTimeoutMs: options.shutdownTimeoutMs };
    this.open.add(entry);
    connection.open();
    return connection;
  }

  /** Lets running calls finish before the runtime, which closes next, cancels them. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    await Promise.all(
      [...this.open].map(async ({ connection, shutdownTimeoutMs }) => {
        connection.stop();
        await drainWithin(connection, shutdownTimeoutMs);
      }),
    );
  }

  /** After everything that still had something to tell its clients. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.open].map(({ connection }) => connection.finish()));
    this.open.clear();
    this.tellClosed();
  }
}
