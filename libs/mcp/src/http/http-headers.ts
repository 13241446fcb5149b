import type { IncomingHttpHeaders } from 'node:http';
import type { McpHeaders } from '../json-rpc/mcp-exchange.js';

/** The headers of a request as Node.js read them. */
export class HttpHeaders implements McpHeaders {
  constructor(private readonly headers: IncomingHttpHeaders) {}

  get(name: string): string | undefined {
    const value = this.headers[name];
    if (value === undefined) return undefined;
    return (typeof value === 'string' ? value : value.join(', ')).trim();
  }
}
