const MODERN = '2026-07-28';

const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/**
 * A stateless request as a client of 2026-07-28 sends it. Bare servers get the very same bytes.
 *
 * @param {'call' | 'list'} operation
 */
export function modernRequest(operation) {
  const method = operation === 'call' ? 'tools/call' : 'tools/list';
  const params =
    operation === 'call'
      ? { name: 'echo', arguments: { text: 'hello' }, _meta: META }
      : { _meta: META };
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: 'Bearer bench-token',
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(operation === 'call' ? { 'mcp-name': 'echo' } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}

/**
 * Asks once and looks at the answer, so that a fast error never counts as throughput.
 *
 * @returns {Promise<number>} bytes of the body
 */
export async function checkAnswer(url, operation, tools) {
  const response = await fetch(url, modernRequest(operation));
  const text = await response.text();
  const fail = () => {
    throw new Error(`${url} answers ${operation} with ${response.status}: ${text.slice(0, 500)}`);
  };
  if (response.status !== 200) fail();
  const { id, result } = JSON.parse(text);
  if (id !== 1) fail();
  if (operation === 'call' && result?.content?.[0]?.text !== 'hello') fail();
  if (operation === 'list' && result?.tools?.length !== tools) fail();
  return Buffer.byteLength(text);
}
