import { Inject, Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import { MCP_OPTIONS } from '../mcp.tokens.js';

/** An answer that is on its way. */
export interface OpenExchange {
  /** True for a stream without an end of its own, which a shutdown need not wait for. */
  readonly isEndless: boolean;
  /** Ends it now, whatever is still to come. */
  cut(): void;
}

/** Everything that is being answered, so that a shutdown can wait for it and then end it. */
@Injectable()
export class OpenExchanges implements BeforeApplicationShutdown {
  private readonly open = new Set<OpenExchange>();
  private drained: (() => void) | undefined;
  private closing = false;

  constructor(@Inject(MCP_OPTIONS) private readonly options: ResolvedMcpOptions) {}

  /** True from the moment the application begins to shut down: nothing new is taken on. */
  get isClosing(): boolean {
    return this.closing;
  }

  add(exchange: OpenExchange): void {
    this.open.add(exchange);
  }

  remove(exchange: OpenExchange): void {
    this.open.delete(exchange);
    if (this.drained && this.open.size === 0) this.drained();
  }

  /** Before the server closes: it would wait for every open stream. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    for (const exchange of this.open) if (exchange.isEndless) exchange.cut();
    if (this.open.size > 0) await this.drain(this.options.http.drainMs);
    for (const exchange of this.open) exchange.cut();
  }

  private async drain(drainMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, drainMs);
      this.drained = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
