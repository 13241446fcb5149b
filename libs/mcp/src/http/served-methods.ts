import type { ResolvedMcpOptions } from '../mcp.options.js';

/** Whether a server keeps legacy sessions. Modern clients have none. */
export function keepsSessions({ http, eras }: ResolvedMcpOptions): boolean {
  return http.sessions !== false && eras !== 'modern';
}

/** What an endpoint takes besides `OPTIONS`, as the header `Allow` lists it: GET and DELETE are about sessions. */
export function servedMethods(options: ResolvedMcpOptions): string {
  return keepsSessions(options) ? 'POST, GET, DELETE' : 'POST';
}
