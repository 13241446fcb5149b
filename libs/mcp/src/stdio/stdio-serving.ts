import { Logger } from '@nestjs/common';
import type { INestApplicationContext } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { drainWithin } from './drain-within.js';
import type { McpStdioHandle } from './mcp-stdio.options.js';
import { watchProcess } from './process-watch.js';
import type { StdioConnection, StdioEnd } from './stdio-connection.js';
import type { StdioServer } from './stdio-server.js';
import { closingFailed } from './stdio.messages.js';

/** How long the application may take to close once the calls have ended, when the process exits afterwards. */
const CLOSING_MS = 2_000;

/** The life of a served connection: ends, in this order, the calls, the application, the output and the process. */
export class StdioServing implements McpStdioHandle {
  private readonly logger = new Logger('McpStdio');
  /** Aborts when nobody is willing to wait for running calls any more. */
  private readonly hurry = new AbortController();
  private isEnding = false;
  private code = 0;
  private tellClosed: (end: StdioEnd) => void = () => undefined;

  readonly closed = new Promise<StdioEnd>((resolve) => (this.tellClosed = resolve));

  /** @param exit ends the process; undefined leaves it alone */
  constructor(
    readonly app: INestApplicationContext,
    private readonly server: StdioServer,
    private readonly connection: StdioConnection,
    private readonly shutdownTimeoutMs: number,
    private readonly exit: ((code: number) => void) | undefined,
  ) {}

  /** Begins to watch for the end. */
  begin({ ownsProcess }: { readonly ownsProcess: boolean }): void {
    const unwatch = ownsProcess
      ? watchProcess({ onSignal: () => this.askToEnd(), onFault: () => this.giveUp() })
      : undefined;
    void this.connection.ended.then(async (end) => {
      this.isEnding = true;
      const hostCloses = this.server.isClosing;
      await drainWithin(this.connection, this.shutdownTimeoutMs, this.hurry.signal);
      await this.closeApplication();
      unwatch?.();
      this.tellClosed(end);
      // Whoever closes the application by hand has more to do than the server knows.
      if (!hostCloses) this.exit?.(this.code);
    });
  }

  async close(): Promise<void> {
    this.connection.stop();
    await this.closed;
  }

  private askToEnd(): void {
    if (this.isEnding) this.hurry.abort();
    this.connection.stop();
  }

  private giveUp(): void {
    this.code = 1;
    this.hurry.abort();
    this.connection.stop();
  }

  /** Never rejects; when the process exits afterwards, it waits no longer than promised. */
  private async closeApplication(): Promise<void> {
    const closing = this.closeInOrder();
    if (!this.exit) return closing;
    const over = new AbortController();
    await Promise.race([
      closing,
      setTimeout(CLOSING_MS, undefined, { signal: over.signal }).catch(() => undefined),
    ]);
    over.abort();
  }

  private async closeInOrder(): Promise<void> {
    try {
      await (this.server.isClosing ? this.server.closed : this.app.close());
    } catch (error) {
      this.logger.error(closingFailed(error));
    }
    await this.connection.finish();
  }
}
