import {
  ADAPTERS,
  CALLS,
  legacy,
  modern,
  modernHeaders,
  startServer,
} from './mcp-server.fixture.js';
import type { RunningServer } from './mcp-server.fixture.js';

const MAX_BODY_BYTES = 2000;
const ECHOED = { content: [{ type: 'text', text: 'Echo: hi' }] };

describe.each(ADAPTERS)('the endpoint on $platform', (platform) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer(platform, { http: { maxBodyBytes: MAX_BODY_BYTES } });
  });
  afterAll(() => server.app.close());

  const post = (...parameters: Parameters<RunningServer['client']['post']>) =>
    server.client.post(...parameters);
  const send = (...parameters: Parameters<RunningServer['client']['send']>) =>
    server.client.send(...parameters);

  describe('a list', () => {
    it.each([0, 'plain', 'ünï 日本'])(
      'is the same each time it is sent, under the id %p',
      async (id) => {
        const ask = () => post(modern('tools/list', {}, id), modernHeaders('tools/list'));
        const [first, second] = [await ask(), await ask()];
        expect(first.json().id).toBe(id);
        expect(first.json().result!['tools']).not.toHaveLength(0);
        expect(first.headers['content-length']).toBe(String(Buffer.byteLength(first.text)));
        expect(second.text).toBe(first.text);
      },
    );

    it('is an event for clients that take nothing else', async () => {
      const headers = { ...modernHeaders('tools/list'), accept: 'text/event-stream' };
      const [event] = (await post(modern('tools/list'), headers)).events();
      const plain = await post(modern('tools/list'), modernHeaders('tools/list'));
      expect(event).toEqual(plain.json());
    });
  });

  describe('a call', () => {
    it.each(['legacy', 'modern'] as const)('of a %s client is answered in JSON', async (era) => {
      const answer = await post(...CALLS[era]('echo', { text: 'hi' }));
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)));
      expect(answer.json().result).toMatchObject(ECHOED);
    });

    it('carries the address and the user agent of its sender', async () => {
      const [message] = CALLS.legacy('whoami');
      const answer = await post(message, { 'user-agent': 'tester/1' });
      const { content } = answer.json().result as { content: [{ text: string }] };
      expect(JSON.parse(content[0].text)).toEqual({
        principal: null,
        scopes: [],
        ip: '127.0.0.1',
        userAgent: 'tester/1',
      });
    });

    it.each([0, '', '1', 'a-long-id', -1, Number.MAX_SAFE_INTEGER])(
      'is answered under its id, %p, of the same type',
      async (id) => {
        const answer = await post(...CALLS.legacy('echo', { text: 'hi' }, id));
        expect(answer.json().id).toBe(id);
      },
    );

    it('may be sent with or without a slash at the end, without a redirect', async () => {
      const [message, headers] = CALLS.legacy('echo', { text: 'hi' });
      for (const path of ['/mcp', '/mcp/', '/mcp?x=1', '/mcp/?x=1']) {
        const answer = await send(
          'POST',
          path,
          { 'content-type': 'application/json', ...headers },
          message,
        );
        expect([path, answer.status]).toEqual([path, 200]);
      }
    });
  });

  describe('a notification', () => {
    it.each([
      ['of a legacy client', { jsonrpc: '2.0', method: 'notifications/initialized' }, {}],
      ['nobody knows', { jsonrpc: '2.0', method: 'notifications/roots/list_changed' }, {}],
      [
        'of a modern client',
        { jsonrpc: '2.0', method: 'notifications/anything' },
        { 'mcp-protocol-version': '2026-07-28' },
      ],
    ])('%s is taken: 202 and nothing', async (_which, message, headers) => {
      const answer = await post(message, headers);
      expect([answer.status, answer.text]).toEqual([202, '']);
      expect(answer.headers['content-length']).toBe('0');
    });
  });

  describe('a body', () => {
    it.each([
      ['broken JSON', '{"jsonrpc":', 400, -32700],
      ['nothing', '', 400, -32700],
      ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, -32700],
      ['two members of one name', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 400, -32700],
      ['a batch', [legacy('ping'), legacy('ping')], 400, -32600],
      ['an empty batch', [], 400, -32600],
      ['something else', '"ping"', 400, -32600],
      ['null', 'null', 400, -32600],
      ['deep nesting', '['.repeat(900), 400, -32700],
      ['the id null', legacy('ping', undefined, null), 400, -32600],
      ['a fraction for an id', legacy('ping', undefined, 1.5), 400, -32600],
      ['no version', { id: 1, method: 'ping' }, 400, -32600],
    ])('with %s is refused in JSON', async (_what, body, status, code) => {
      const answer = await post(body);
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.json().error?.code).toBe(code);
      expect(answer.text).not.toMatch(/<|stack|node_modules/);
    });

    it('that could not be read is answered without an id', async () => {
      for (const body of ['{', '[]', legacy('ping', undefined, null)])
        expect(Object.keys((await post(body)).json())).toEqual(['jsonrpc', 'error']);
    });

    it.each([
      undefined,
      '',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'nonsense',
    ])('of the type %p is refused', async (type) => {
      const answer = await post(legacy('ping'), { 'content-type': type });
      expect([answer.status, answer.json().error?.code]).toEqual([415, -32600]);
    });

    it.each([
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
      'application/json; x=y',
    ])('of the type %s is taken', async (type) => {
      expect((await post(legacy('ping'), { 'content-type': type })).json().result).toEqual({});
    });

    it('with a byte order mark is taken', async () => {
      expect((await post(`\ufeff${JSON.stringify(legacy('ping'))}`)).json().result).toEqual({});
    });

    it('that is compressed is refused', async () => {
      const answer = await post(Buffer.from([0x1f, 0x8b]), { 'content-encoding': 'gzip' });
      expect(answer.status).toBe(415);
      expect(answer.headers['accept-encoding']).toBe('identity');
    });

    it('that is too long is refused, whether it says so or not, and the connection lives on', async () => {
      const long = 'x'.repeat(MAX_BODY_BYTES + 1);
      const announced = await post(long);
      expect([announced.status, announced.json().error?.code]).toEqual([413, -32600]);
      const chunked = await server.client.raw(
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
          `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n` +
          `GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      expect(chunked.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 405']);
    });

    it('that is exactly as long as it may be is taken', async () => {
      const message = JSON.stringify(legacy('ping'));
      const answer = await post(message.padEnd(MAX_BODY_BYTES));
      expect(answer.json().result).toEqual({});
    });

    it('that never comes in whole keeps nobody waiting', async () => {
      const open = server.client.raw(
        'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\nConnection: close\r\n\r\n{',
      );
      expect((await post(legacy('ping'))).status).toBe(200);
      server.app.getHttpServer().closeAllConnections();
      expect(await open).toBe('');
      expect((await post(legacy('ping'))).status).toBe(200);
    });
  });

  describe('a method', () => {
    it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'])('%s is not served', async (method) => {
      for (const path of ['/mcp', '/mcp/']) {
        const answer = await send(method, path, { accept: 'text/event-stream' });
        expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
        expect(answer.headers['content-type']).toBe('application/json');
        if (method !== 'HEAD')
          expect(answer.json().error).toEqual({ code: -32600, message: 'Method not allowed' });
      }
    });

    it('of the protocol that is not known is 404 on the modern era and an answer before it', async () => {
      const old = await post(legacy('unknown/method'));
      expect([old.status, old.json().error?.code]).toEqual([200, -32601]);
      for (const method of ['unknown/method', 'ping', 'logging/setLevel', '__proto__']) {
        const answer = await post(modern(method), modernHeaders(method));
        expect([answer.status, answer.json().error?.code]).toEqual([404, -32601]);
      }
    });
  });

  describe('the form of the answer', () => {
    const call = (accept: string | undefined, name = 'echo') =>
      post(CALLS.legacy(name, { text: 'hi' })[0], { accept });

    it.each([
      undefined,
      '*/*',
      'application/json',
      'application/*',
      'application/json, text/event-stream',
    ])('is JSON for Accept %p', async (accept) => {
      expect((await call(accept)).json().result).toMatchObject(ECHOED);
    });

    it('is a stream for clients that take nothing else', async () => {
      const answer = await call('text/event-stream');
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      });
      expect(answer.events()).toEqual([
        { jsonrpc: '2.0', id: 1, result: expect.objectContaining(ECHOED) },
      ]);
    });

    it('cannot be neither', async () => {
      expect((await call('text/html')).status).toBe(406);
    });

    it('is JSON for a refusal, whatever else a client takes', async () => {
      const answer = await post('{', { accept: 'text/event-stream' });
      expect([answer.status, answer.json().error?.code]).toEqual([400, -32700]);
    });
  });

  describe('the two eras', () => {
    it('are told apart by the message, and headers must agree with it', async () => {
      const [message, headers] = CALLS.modern('echo', { text: 'hi' });
      const refusals: [Record<string, string | undefined>, number][] = [
        [{ ...headers, 'mcp-protocol-version': undefined }, -32020],
        [{ ...headers, 'mcp-protocol-version': '2025-11-25' }, -32020],
        [{ ...headers, 'mcp-method': undefined }, -32020],
        [{ ...headers, 'mcp-method': 'TOOLS/CALL' }, -32020],
        [{ ...headers, 'mcp-name': undefined }, -32020],
        [{ ...headers, 'mcp-name': 'other' }, -32020],
      ];
      for (const [sent, code] of refusals) {
        const answer = await post(message, sent);
        expect([sent, answer.status, answer.json().error?.code]).toEqual([sent, 400, code]);
        expect(answer.json().id).toBe(1);
      }
      expect((await post(message, { ...headers, 'mcp-name': '  echo  ' })).status).toBe(200);
    });

    it('do not mix: a modern header alone, an unknown version, initialize under a modern header', async () => {
      const headerOnly = await post(legacy('tools/list'), { 'mcp-protocol-version': '2026-07-28' });
      expect([headerOnly.status, headerOnly.json().error?.code]).toEqual([400, -32602]);
      const future = modern('tools/list');
      future.params._meta['io.modelcontextprotocol/protocolVersion'] = 'v999.0.0';
      const unknown = await post(future, {
        'mcp-protocol-version': 'v999.0.0',
        'mcp-method': 'tools/list',
      });
      expect(unknown.status).toBe(400);
      expect(unknown.json().error).toMatchObject({
        code: -32022,
        data: { supported: ['2026-07-28'], requested: 'v999.0.0' },
      });
      const initialize = await post(legacy('initialize', { protocolVersion: '2025-11-25' }), {
        'mcp-protocol-version': '2026-07-28',
      });
      expect([initialize.status, initialize.json().error?.code]).toEqual([400, -32020]);
    });

    it('leave old clients alone: any version on initialize, none afterwards, a wrong one refused', async () => {
      const params = {
        protocolVersion: '1999-01-01',
        capabilities: {},
        clientInfo: { name: 'c', version: '1' },
      };
      const initialize = await post(legacy('initialize', params), {
        'mcp-protocol-version': '1999-01-01',
      });
      expect(initialize.json().result).toMatchObject({
        protocolVersion: '2025-11-25',
        serverInfo: { name: 'workshop' },
      });
      expect(initialize.headers['mcp-session-id']).toBeUndefined();
      expect((await post(legacy('tools/list'))).status).toBe(200);
      expect(
        (await post(legacy('tools/list'), { 'mcp-protocol-version': '2025-06-18' })).status,
      ).toBe(200);
      const wrong = await post(legacy('tools/list'), { 'mcp-protocol-version': '1999-01-01' });
      expect([wrong.status, wrong.json().error?.code]).toEqual([400, -32600]);
    });

    it('take no notice of sessions and event ids where there are none', async () => {
      const [message, headers] = CALLS.modern('echo', { text: 'hi' });
      const answer = await post(message, {
        ...headers,
        'mcp-session-id': 'x',
        'last-event-id': '7',
      });
      expect(answer.status).toBe(200);
      expect(answer.headers['mcp-session-id']).toBeUndefined();
      const old = await post(CALLS.legacy('echo', { text: 'hi' })[0], {
        'mcp-session-id': 'stale',
      });
      expect(old.status).toBe(200);
    });
  });

  it.each([
    ['a call without a name', legacy('tools/call', { arguments: {} }), 200, -32602],
    ['arguments in an array', legacy('tools/call', { name: 'echo', arguments: [] }), 200, -32602],
    ['a tool nobody knows', legacy('tools/call', { name: 'nope' }), 200, -32602],
    ['a tool of every object', legacy('tools/call', { name: '__proto__' }), 200, -32602],
    ['a cursor nobody gave out', legacy('tools/list', { cursor: 'x' }), 200, -32602],
    ['an unknown log level', legacy('logging/setLevel', { level: 'loud' }), 200, -32602],
    [
      'a progress token that is an object',
      legacy('tools/call', { name: 'echo', _meta: { progressToken: {} } }),
      400,
      -32600,
    ],
  ])('%s is told in a short sentence', async (_what, message, status, code) => {
    const answer = await post(message);
    const { error } = answer.json();
    expect([answer.status, error?.code]).toEqual([status, code]);
    expect(error?.message.length).toBeLessThan(200);
  });
});
