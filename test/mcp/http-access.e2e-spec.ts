import type { INestApplication } from '@nestjs/common';
import { ADAPTERS, CALLS, legacy, startServer } from './mcp-server.fixture.js';
import type { RunningServer, ServerSetup } from './mcp-server.fixture.js';

const JSON_TYPE = { 'content-type': 'application/json' };

describe.each(ADAPTERS)('who may reach the endpoint on $platform', (platform) => {
  let server: RunningServer | undefined;
  afterEach(async () => {
    await server?.app.close();
    server = undefined;
  });
  const start = async (setup: ServerSetup = {}) => (server = await startServer(platform, setup));
  const statusFor = async (headers: Record<string, string>, method = 'POST') =>
    (await server!.client.send(method, '/mcp', { ...JSON_TYPE, ...headers }, legacy('ping')))
      .status;

  describe('on loopback', () => {
    beforeEach(() => start());

    it.each(['localhost', 'LOCALHOST:1', '127.0.0.1:3000', '[::1]:3000'])(
      'the host %s may be asked for',
      async (host) => {
        expect(await statusFor({ host })).toBe(200);
      },
    );

    it.each([
      'evil.example.com',
      'localhost.evil.example.com',
      '127.0.0.1.nip.io',
      '10.0.0.1',
      'a@localhost',
    ])('the host %s may not, by any method', async (host) => {
      for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS'])
        expect(await statusFor({ host }, method)).toBe(403);
    });

    it('a host that was let in opens the door for no other', async () => {
      for (const [host, status] of [
        ['localhost:1', 200],
        ['localhost:1', 200],
        ['localhost:1.evil.example.com', 403],
        ['evil.example.com', 403],
        ['localhost:1', 200],
      ] as const)
        expect([host, await statusFor({ host })]).toEqual([host, status]);
    });

    it.each(['http://localhost:6274', 'http://127.0.0.1', 'https://[::1]:8443'])(
      'a page at %s may call',
      async (origin) => {
        const answer = await server!.client.post(legacy('ping'), { origin });
        expect(answer.status).toBe(200);
        expect(answer.headers).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-expose-headers': 'mcp-session-id, www-authenticate',
          vary: 'Origin',
        });
      },
    );

    it.each([
      'http://evil.example.com',
      'null',
      'http://localhost.evil.example.com',
      'file://',
      '',
    ])('a page at %p may not, even if it asks for the right host', async (origin) => {
      for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS']) {
        const answer = await server!.client.send(
          method,
          '/mcp',
          { ...JSON_TYPE, host: 'localhost', origin },
          legacy('ping'),
        );
        expect([method, answer.status]).toEqual([method, 403]);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
        expect(answer.json()).toEqual({
          jsonrpc: '2.0',
          error: { code: -32600, message: 'Origin not allowed' },
        });
      }
    });

    it('tells the operator once, in one line, whoever wrote it', async () => {
      await statusFor({ host: 'evil.example.com' });
      await statusFor({ host: 'evil.example.com' });
      expect(server!.log.texts('warn').filter((line) => line.includes('evil.example.com'))).toEqual(
        [
          expect.stringMatching(
            /refused a request for the host "evil\.example\.com".*http\.allowedHosts/,
          ),
        ],
      );
    });
  });

  describe('a browser', () => {
    const preflight = (origin: string, requested = '') =>
      server!.client.send('OPTIONS', '/mcp', {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': requested,
      });

    it('learns what it may send before anybody asks for a token', async () => {
      await start({ extras: { guards: [{ canActivate: () => false }] } });
      const answer = await preflight(
        'http://localhost:1',
        'content-type, Mcp-Param-Region, x-other, mcp-param-a"b',
      );
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': 'http://localhost:1',
        'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
        'access-control-allow-headers':
          'authorization, content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id, mcp-param-region',
      });
    });

    it('may read a refusal', async () => {
      await start({ extras: { guards: [{ canActivate: () => false }] } });
      const answer = await server!.client.post(legacy('ping'), { origin: 'http://localhost:1' });
      expect(answer.status).toBe(403);
      expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:1');
    });

    it('of a listed origin may call, and no other', async () => {
      await start({ http: { allowedOrigins: ['https://app.example.com'] } });
      expect((await preflight('https://app.example.com')).status).toBe(204);
      expect((await preflight('https://APP.example.com:443')).status).toBe(204);
      expect((await preflight('http://localhost:1')).status).toBe(403);
    });

    it('finds the same with CORS of the host switched on', async () => {
      await start({ prepare: (app) => app.enableCors() });
      const answer = await server!.client.post(legacy('ping'), {
        origin: 'http://evil.example.com',
      });
      expect(answer.status).toBe(403);
    });
  });

  it('answers OPTIONS of anything else with what it takes', async () => {
    await start();
    const answer = await server!.client.send('OPTIONS', '/mcp/');
    expect([answer.status, answer.headers.allow]).toEqual([204, 'POST, OPTIONS']);
  });

  describe('on every address', () => {
    const everywhere: ServerSetup = { listen: (app) => app.listen(0, '0.0.0.0') };

    it('refuses to start for anybody, and says what to do', async () => {
      await expect(start(everywhere)).rejects.toThrow(
        /MCP server "default" would serve anybody.*0\.0\.0\.0.*http\.allowUnauthenticated/s,
      );
    });

    it('refuses to start without knowing its names', async () => {
      await expect(start({ ...everywhere, http: { allowUnauthenticated: true } })).rejects.toThrow(
        /http\.allowedHosts/,
      );
    });

    it('starts when told to, and keeps to its names', async () => {
      await start({
        ...everywhere,
        http: { allowUnauthenticated: true, allowedHosts: ['api.example.com'] },
      });
      expect(await statusFor({ host: 'api.example.com' })).toBe(200);
      expect(await statusFor({ host: 'localhost' })).toBe(403);
      expect(await statusFor({ host: 'api.example.com', origin: 'http://localhost:1' })).toBe(403);
    });

    it('starts with guards of its own', async () => {
      await start({
        ...everywhere,
        extras: { guards: [{ canActivate: () => false }] },
        http: { allowedHosts: ['api.example.com'] },
      });
      expect(await statusFor({ host: 'api.example.com' })).toBe(403);
    });
  });

  it('refuses every request where nobody could hear that it must not be reached', async () => {
    // Test tools make a server listen by themselves.
    const unheard = async (app: INestApplication) => {
      await app.init();
      const instance: { ready?: () => Promise<unknown> } = app.getHttpAdapter().getInstance();
      if (platform.platform === 'Fastify') await instance.ready?.();
      await new Promise<void>((resolve) => app.getHttpServer().listen(0, '0.0.0.0', resolve));
    };
    const { client, log } = await start({ listen: unheard });
    const answer = await client.post(CALLS.legacy('echo', { text: 'x' })[0]);
    expect([answer.status, answer.json().error?.message]).toEqual([
      503,
      'This server is not configured for the address it listens on',
    ]);
    expect(log.texts('error').join()).toMatch(/would serve anybody/);
  });
});
