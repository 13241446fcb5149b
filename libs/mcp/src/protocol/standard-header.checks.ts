import type { McpHeaders } from '../json-rpc/mcp-exchange.js';
import type { JsonRpcRequest } from '../json-rpc/json-rpc.types.js';
import { headersDisagree } from './header.messages.js';
import { decodeHeaderValue } from './header-value.js';

/** A header that contradicts the body: message and data of a -32020. */
export type HeaderMismatch = ReturnType<typeof headersDisagree>;

/** Which parameter `Mcp-Name` repeats, by method. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/**
 * Holds the headers every modern HTTP request must bring against its body (2026-07-28, Streamable HTTP): version, method and name.
 * Intermediaries decide by them, so a request whose headers say something else must not be served. That version and method agree where
 * they are present has been decided with the era.
 */
export function standardHeaderMismatch(
  { method, params }: JsonRpcRequest,
  headers: McpHeaders,
): HeaderMismatch | undefined {
  if (headers.get('mcp-protocol-version') === undefined)
    return headersDisagree('MCP-Protocol-Version', undefined, 'every modern request must have it');
  if (headers.get('mcp-method') === undefined)
    return headersDisagree('Mcp-Method', undefined, `the body names the method ${method}`);
  const source = NAMED_BY.get(method);
  if (source === undefined) return undefined;
  const named = params?.[source];
  return nameMismatch(source, typeof named === 'string' ? named : undefined, headers);
}

function nameMismatch(
  source: string,
  named: string | undefined,
  headers: McpHeaders,
): HeaderMismatch | undefined {
  const header = headers.get('mcp-name');
  if (header === undefined)
    return named === undefined
      ? undefined
      : headersDisagree('Mcp-Name', undefined, `params.${source} is ${named}`);
  // Most names travel as they are.
  if (header === named && !header.startsWith('=?')) return undefined;
  const decoded = decodeHeaderValue(header);
  if (decoded === undefined)
    return headersDisagree('Mcp-Name', header, 'its base64 cannot be decoded');
  if (named !== undefined && decoded !== named)
    return headersDisagree('Mcp-Name', header, `params.${source} is ${named}`);
  return undefined;
}
