import {
  ADAPTERS,
  CALLS,
  legacy,
  modern,
  modernHeaders,
  startServer,
} from './mcp-server.fixture.js';
import type { RunningServer } from './mcp-server.fixture.js';

const JSON_TYPE = { 'content-type': 'application/json' };
type Sent = readonly [
  what: string,
  method: string,
  path: string,
  headers: object,
  body?: string | Buffer | object,
];

const [echo, echoHeaders] = CALLS.modern('echo', { text: 'hé' });
const REQUESTS: readonly Sent[] = [
  ['a legacy call', 'POST', '/mcp', JSON_TYPE, CALLS.legacy('echo', { text: 'hé' })[0]],
  ['a modern call', 'POST', '/mcp', { ...JSON_TYPE, ...echoHeaders }, echo],
  [
    'a call as a stream',
    'POST',
    '/mcp/',
    { ...JSON_TYPE, ...echoHeaders, accept: 'text/event-stream' },
    echo,
  ],
  ['a list', 'POST', '/mcp', JSON_TYPE, legacy('tools/list')],
  [
    'a modern list',
    'POST',
    '/mcp',
    { ...JSON_TYPE, ...modernHeaders('tools/list') },
    modern('tools/list'),
  ],
  [
    'a discovery',
    'POST',
    '/mcp',
    { ...JSON_TYPE, ...modernHeaders('server/discover') },
    modern('server/discover'),
  ],
  ['an unknown method', 'POST', '/mcp', { ...JSON_TYPE, ...modernHeaders('x') }, modern('x')],
  [
    'a notification',
    'POST',
    '/mcp',
    JSON_TYPE,
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ],
  ['broken JSON', 'POST', '/mcp', JSON_TYPE, '{"a":'],
  ['broken UTF-8', 'POST', '/mcp', JSON_TYPE, Buffer.from([0xc3, 0x28])],
  ['an empty body', 'POST', '/mcp', JSON_TYPE, ''],
  ['no content type', 'POST', '/mcp', {}, '{}'],
  ['plain text', 'POST', '/mcp', { 'content-type': 'text/plain' }, 'hello'],
  ['a form', 'POST', '/mcp', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=1'],
  ['an upload', 'POST', '/mcp', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
  ['a content type that is none', 'POST', '/mcp', { 'content-type': ';;' }, '{}'],
  ['a compressed body', 'POST', '/mcp', { ...JSON_TYPE, 'content-encoding': 'gzip' }, 'x'],
  ['another charset', 'POST', '/mcp', { 'content-type': 'application/json; charset=latin1' }, '{}'],
  ['a body that is too long', 'POST', '/mcp', JSON_TYPE, 'x'.repeat(3000)],
  ['a batch', 'POST', '/mcp', JSON_TYPE, '[]'],
  ['an id that is none', 'POST', '/mcp', JSON_TYPE, legacy('ping', undefined, null)],
  ['a GET', 'GET', '/mcp', { accept: 'text/event-stream' }],
  ['a DELETE', 'DELETE', '/mcp/', {}],
  ['a DELETE with a body', 'DELETE', '/mcp', JSON_TYPE, '{'],
  ['a PUT', 'PUT', '/mcp', JSON_TYPE, '{'],
  ['a HEAD', 'HEAD', '/mcp', {}],
  [
    'OPTIONS',
    'OPTIONS',
    '/mcp',
    { origin: 'http://localhost:1', 'access-control-request-method': 'POST' },
  ],
  ['another host', 'POST', '/mcp', { ...JSON_TYPE, host: 'evil.example.com' }, '{'],
  ['another origin', 'POST', '/mcp', { ...JSON_TYPE, origin: 'https://evil.example.com' }, '{'],
  ['a good origin', 'POST', '/mcp', { ...JSON_TYPE, origin: 'http://localhost' }, legacy('ping')],
  ['nothing acceptable', 'POST', '/mcp', { ...JSON_TYPE, accept: 'image/png' }, legacy('ping')],
];

/** What differs from call to call, or is a habit of the platform and not ours. */
const INCIDENTAL = new Set(['date', 'keep-alive', 'x-powered-by']);

describe('Express and Fastify', () => {
  let servers: RunningServer[];
  beforeAll(async () => {
    servers = await Promise.all(
      ADAPTERS.map((platform) => startServer(platform, { http: { maxBodyBytes: 2000 } })),
    );
  });
  afterAll(() => Promise.all(servers.map(({ app }) => app.close())));

  it.each(REQUESTS.map((sent) => [sent[0], sent] as const))(
    'give the same bytes for %s',
    async (_what, [, method, path, headers, body]) => {
      const [express, fastify] = await Promise.all(
        servers.map(async ({ client }) => {
          const answer = await client.send(method, path, headers as Record<string, string>, body);
          const shown = Object.entries(answer.headers).filter(([name]) => !INCIDENTAL.has(name));
          return {
            status: answer.status,
            headers: Object.fromEntries(shown),
            text: answer.text
              .replace(/"dev\.toolgate\/requestId":"[0-9a-f]{32}"/, '"id"')
              .replace(/"took_ms":[\d.]+/, '"took_ms":0'),
          };
        }),
      );
      expect(fastify).toEqual(express);
      expect(express?.text ?? '').not.toContain('<');
    },
  );
});
