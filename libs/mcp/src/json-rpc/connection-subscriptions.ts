import type { McpSubscriptions } from './mcp-exchange.js';

/** What the client of a connection listens to: gone with the connection. */
export class ConnectionSubscriptions implements McpSubscriptions {
  private readonly uris = new Set<string>();

  has(uri: string): boolean {
    return this.uris.has(uri);
  }

  add(uri: string, max: number): boolean {
    if (this.uris.size >= max && !this.uris.has(uri)) return false;
    this.uris.add(uri);
    return true;
  }

  remove(uri: string): void {
    this.uris.delete(uri);
  }
}
