import { StaticTokenValidator, TokenValidator } from '@toolgate/mcp';
import {
  ADAPTERS,
  CALLS,
  legacy,
  modern,
  modernHeaders,
  startServer,
} from './mcp-server.fixture.js';
import type { RunningServer, ServerSetup } from './mcp-server.fixture.js';

const INITIALIZE = legacy('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'client', version: '1' },
});
const STREAM = { accept: 'text/event-stream' };
const NOT_FOUND = { code: -32001, message: 'Session not found' };

describe.each(ADAPTERS)('legacy sessions on $platform', (platform) => {
  let server: RunningServer;
  afterEach(() => server.app.close());

  const start = async (setup: ServerSetup = {}) => {
    server = await startServer(platform, { ...setup, http: { sessions: {}, ...setup.http } });
  };
  const begin = async (headers: Record<string, string> = {}) => {
    const answer = await server.client.post(INITIALIZE, headers);
    expect(answer.status).toBe(200);
    return String(answer.headers['mcp-session-id']);
  };
  const within = (id: string, headers: Record<string, string> = {}) => ({
    'mcp-session-id': id,
    ...headers,
  });

  describe('for anybody', () => {
    beforeEach(() => start());

    it('begin with initialize, under an id that cannot be guessed', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, () => begin()));
      expect(new Set(ids).size).toBe(20);
      for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]{22,128}$/);
    });

    it('do not begin when initialize fails', async () => {
      const answer = await server.client.post(legacy('initialize', {}));
      expect(answer.json().error?.code).toBe(-32602);
      expect(answer.headers['mcp-session-id']).toBeUndefined();
    });

    it('are needed by whatever comes next, in requests and notifications', async () => {
      for (const message of [
        legacy('tools/list'),
        legacy('ping'),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
      ]) {
        const answer = await server.client.post(message);
        expect([answer.status, answer.json().error?.message]).toEqual([
          400,
          'Mcp-Session-Id is required',
        ]);
      }
      expect((await server.client.post(legacy('tools/list', undefined, 'x-7'))).json().id).toBe(
        'x-7',
      );
    });

    it('serve requests, before and after the client says it is ready', async () => {
      const id = await begin();
      expect((await server.client.post(legacy('ping'), within(id))).json().result).toEqual({});
      const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
      expect((await server.client.post(ready, within(id))).status).toBe(202);
      const answer = await server.client.post(CALLS.legacy('echo', { text: 'hi' })[0], within(id));
      expect(answer.json().result).toMatchObject({ content: [{ text: 'Echo: hi' }] });
    });

    it.each(['nobody-has-this', 'x', 'a'.repeat(10_000), '__proto__'])(
      'that do not exist are not found, and the client begins anew (%#)',
      async (id) => {
        const answer = await server.client.post(legacy('tools/list', undefined, 7), within(id));
        expect([answer.status, answer.json()]).toEqual([
          404,
          { jsonrpc: '2.0', id: 7, error: NOT_FOUND },
        ]);
        expect((await server.client.send('GET', '/mcp', within(id, STREAM))).status).toBe(404);
        expect((await server.client.send('DELETE', '/mcp', within(id))).status).toBe(404);
      },
    );

    it('end when the client says so', async () => {
      const id = await begin();
      expect((await server.client.send('DELETE', '/mcp/', within(id))).status).toBe(204);
      expect((await server.client.post(legacy('tools/list'), within(id))).status).toBe(404);
      expect((await server.client.send('DELETE', '/mcp', within(id))).status).toBe(404);
    });

    it('do not stand before an unknown method', async () => {
      const answer = await server.client.post(legacy('server/discover'));
      expect([answer.status, answer.json().error?.code]).toEqual([200, -32601]);
    });

    it('do not concern modern clients', async () => {
      const answer = await server.client.post(modern('tools/list'), {
        ...modernHeaders('tools/list'),
        'mcp-session-id': 'stale',
      });
      expect(answer.status).toBe(200);
    });

    it('remember how much a client wants to hear', async () => {
      const id = await begin();
      const quiet = await server.client.post(
        legacy('logging/setLevel', { level: 'error' }),
        within(id),
      );
      expect(quiet.json().result).toEqual({});
      const answer = await server.client.post(CALLS.legacy('chatter')[0], within(id));
      expect(answer.headers['content-type']).toBe('application/json');
    });

    it('take GET and DELETE, and say so', async () => {
      const answer = await server.client.send('PUT', '/mcp', {}, '{}');
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, GET, DELETE']);
      for (const method of ['GET', 'DELETE'])
        expect((await server.client.send(method, '/mcp', STREAM)).status).toBe(400);
    });

    it('have streams that do not displace each other and end with the session', async () => {
      const id = await begin();
      const streams = await Promise.all(
        [1, 2, 3, 4].map(() => server.client.open('GET', '/mcp', within(id, STREAM))),
      );
      for (const stream of streams) {
        expect(stream.status).toBe(200);
        expect(stream.headers['content-type']).toBe('text/event-stream');
      }
      expect((await server.client.send('GET', '/mcp', within(id, STREAM))).status).toBe(429);
      streams[0].close();
      await streams[0].ended;
      await server.client.send('DELETE', '/mcp', within(id));
      await Promise.all(streams.map(({ ended }) => ended));
    });

    it('have no stream for a client that does not take one', async () => {
      const id = await begin();
      const answer = await server.client.send(
        'GET',
        '/mcp',
        within(id, { accept: 'application/json' }),
      );
      expect(answer.status).toBe(406);
    });

    it('end their streams when the application shuts down', async () => {
      const id = await begin();
      const stream = await server.client.open('GET', '/mcp', within(id, STREAM));
      await server.app.close();
      await stream.ended;
    });
  });

  it('may be as many as configured', async () => {
    await start({ http: { sessions: { maxSessions: 2 } } });
    await begin();
    await begin();
    const answer = await server.client.post(INITIALIZE);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '60']);
    expect(answer.json()).toMatchObject({ id: 1, error: { message: 'Too many sessions' } });
  });

  it('go when nobody uses them, but not under an open stream', async () => {
    await start({ http: { sessions: { idleMs: 300 }, keepAliveMs: 20 } });
    const [idle, used] = [await begin(), await begin()];
    const stream = await server.client.open('GET', '/mcp', within(used, STREAM));
    for (let round = 0; round < 8; round++) await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await server.client.post(legacy('ping'), within(idle))).status).toBe(404);
    expect((await server.client.post(legacy('ping'), within(used))).status).toBe(200);
    expect(stream.text()).toContain(': ping');
  });

  it('do not exist where only modern clients are served', async () => {
    await start({ options: { eras: 'modern' } });
    const answer = await server.client.send('GET', '/mcp', STREAM);
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  });

  describe('of somebody', () => {
    const as = (token: string) => ({ authorization: `Bearer ${token}` });
    beforeEach(() =>
      start({
        http: { sessions: { maxPerPrincipal: 3 } },
        extras: {
          providers: [
            {
              provide: TokenValidator,
              useValue: StaticTokenValidator.of({
                'ann-1': { id: 'ann', issuer: 'https://one.example.com', scopes: [] },
                'ann-2': { id: 'ann', issuer: 'https://one.example.com', scopes: ['x'] },
                'other-ann': { id: 'ann', issuer: 'https://two.example.com', scopes: [] },
                bob: { id: 'bob', issuer: 'https://one.example.com', scopes: ['*'] },
              }),
            },
          ],
        },
      }),
    );

    it('do not exist for anybody else, and are left as they are', async () => {
      const id = await begin(as('ann-1'));
      for (const other of ['bob', 'other-ann']) {
        const answer = await server.client.post(legacy('tools/list'), within(id, as(other)));
        expect([answer.status, answer.json().error]).toEqual([404, NOT_FOUND]);
        expect(
          (await server.client.send('GET', '/mcp', within(id, { ...STREAM, ...as(other) }))).status,
        ).toBe(404);
        expect((await server.client.send('DELETE', '/mcp', within(id, as(other)))).status).toBe(
          404,
        );
      }
      expect((await server.client.post(legacy('tools/list'), within(id, as('ann-1')))).status).toBe(
        200,
      );
    });

    it('do not stand in for a token', async () => {
      const id = await begin(as('ann-1'));
      for (const headers of [{}, as('expired')])
        for (const [method, more] of [
          ['POST', {}],
          ['GET', STREAM],
          ['DELETE', {}],
        ] as const)
          expect(
            (
              await server.client.send(
                method,
                '/mcp',
                within(id, { 'content-type': 'application/json', ...more, ...headers }),
                method === 'POST' ? legacy('ping') : undefined,
              )
            ).status,
          ).toBe(401);
    });

    it('go on with the next token of the same person', async () => {
      const id = await begin(as('ann-1'));
      expect((await server.client.post(legacy('ping'), within(id, as('ann-2')))).status).toBe(200);
    });

    it('are limited for each', async () => {
      for (let count = 0; count < 3; count++) await begin(as('ann-1'));
      expect((await server.client.post(INITIALIZE, as('ann-2'))).status).toBe(503);
      await begin(as('bob'));
    });

    it('cannot be used to cancel what somebody else is doing', async () => {
      const id = await begin(as('ann-1'));
      const call = server.client.post(
        CALLS.legacy('wait', { name: 'a' })[0],
        within(id, as('ann-1')),
      );
      while (server.tools.waited.length === 0)
        await new Promise((resolve) => setTimeout(resolve, 5));
      const cancel = {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 1 },
      };
      expect((await server.client.post(cancel, within(id, as('bob')))).status).toBe(404);
      server.tools.release('a');
      expect((await call).json().result).toMatchObject({ content: [{ text: 'waited' }] });
    });
  });
});
