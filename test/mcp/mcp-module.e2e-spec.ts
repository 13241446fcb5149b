import {
  Body,
  Controller,
  Injectable,
  Module,
  Post,
  RequestMethod,
  VersioningType,
} from '@nestjs/common';
import type { CallHandler, CanActivate, ExecutionContext, NestInterceptor } from '@nestjs/common';
import {
  APP_GUARD,
  APP_INTERCEPTOR,
  ModulesContainer,
  NestFactory,
  RouterModule,
} from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  McpConfigurationError,
  McpModule,
  StaticTokenValidator,
  TokenValidator,
} from '@toolgate/mcp';
import type { McpOptions } from '@toolgate/mcp';
import { Tool, ToolRuntimeModule } from '@toolgate/tool-runtime';
import express from 'express';
import { finalize } from 'rxjs';
import { ADAPTERS, ANYBODY, CALLS, legacy, serverInfo, startServer } from './mcp-server.fixture.js';
import type { RunningServer, ServerSetup } from './mcp-server.fixture.js';
import { httpClient } from './http-client.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const server = McpModule.forRoot({ serverInfo });

describe.each(ADAPTERS)('the MCP module on $platform', (platform) => {
  let running: RunningServer | undefined;
  afterEach(async () => {
    await running?.app.close();
    running = undefined;
  });
  const start = async (setup: ServerSetup = {}) => (running = await startServer(platform, setup));
  const postTo = async (path: string, message: object = legacy('ping'), headers: object = {}) =>
    running!.client.send('POST', path, { ...JSON_TYPE, ...headers }, message);
  const whoami = async (headers: Record<string, string> = {}) => {
    const answer = await postTo('/mcp', CALLS.legacy('whoami')[0], headers);
    const { content } = answer.json().result as { content: [{ text: string }] };
    return JSON.parse(content[0].text) as { principal: string | null; scopes: string[] };
  };

  describe('is configured', () => {
    @Injectable()
    class Settings {
      readonly instructions = 'from settings';

      create(): McpOptions {
        return { serverInfo, instructions: this.instructions };
      }
    }

    @Module({ providers: [Settings], exports: [Settings] })
    class SettingsModule {}

    it.each([
      [
        'useFactory',
        {
          imports: [SettingsModule],
          inject: [Settings],
          useFactory: (settings: Settings) => Promise.resolve(settings.create()),
        },
      ],
      ['useClass', { useClass: Settings }],
      ['useExisting', { imports: [SettingsModule], useExisting: Settings }],
    ])('by %s, with path and providers beside it', async (_how, how) => {
      const validator = StaticTokenValidator.of({ t: { id: 'ann', scopes: [] } });
      await start({
        servers: [
          McpModule.forRootAsync({
            ...how,
            path: '/ai/mcp/',
            providers: [{ provide: TokenValidator, useValue: validator }],
          }),
        ],
      });
      const answer = await postTo(
        '/ai/mcp',
        legacy('initialize', { protocolVersion: '2025-11-25' }),
        { authorization: 'Bearer t' },
      );
      expect(answer.json().result).toMatchObject({ instructions: 'from settings' });
      expect((await postTo('/ai/mcp')).status).toBe(401);
      expect((await postTo('/mcp')).status).toBe(404);
    });

    it('wrongly, and says everything that is wrong', async () => {
      const wrong = start({ options: { eras: 'old', pagesize: 1 } as never });
      await expect(wrong).rejects.toThrow(McpConfigurationError);
      await expect(wrong).rejects.toThrow(
        /1\. eras must be .*\n {2}2\. pagesize is not an option/s,
      );
    });

    it('with a path that no router takes literally, and says so where it is written', () => {
      expect(() => McpModule.forRoot({ serverInfo, path: 'mcp/:tenant' })).toThrow(
        /path must be a plain URL path/,
      );
    });

    it('without the runtime, and says what to import', async () => {
      @Module({ imports: [server] })
      class Root {}
      await expect(
        NestFactory.create(Root, platform.createAdapter() as never, {
          logger: false,
          abortOnError: false,
        }),
      ).rejects.toThrow(/McpModule, which needs ToolRuntimeModule\.forRoot\(\) in the root module/);
    });

    it('beside a runtime that is not global', async () => {
      const runtime = ToolRuntimeModule.forRoot({ ...ANYBODY, isGlobal: false });
      @Module({ imports: [runtime, McpModule.forRoot({ serverInfo, imports: [runtime] })] })
      class Root {}
      const app = await NestFactory.create(Root, platform.createAdapter() as never, {
        logger: false,
        abortOnError: false,
      });
      await app.close();
    });

    it('twice under one name or one path, and says which', async () => {
      await expect(
        start({ servers: [server, McpModule.forRoot({ serverInfo, path: 'other' })] }),
      ).rejects.toThrow(/imported 2 times with the server name "default"/);
      await expect(
        start({ servers: [server, McpModule.forRoot({ serverInfo, server: 'other' })] }),
      ).rejects.toThrow(/"default" and "other" both answer at \/mcp/);
    });
  });

  it('says in one line what is served to whom', async () => {
    const { log } = await start({
      http: { sessions: {} },
      prepare: (app) => app.setGlobalPrefix('api'),
    });
    expect(log.texts('log').filter((line) => line.startsWith('MCP server'))).toEqual([
      'MCP server "default" answers at /api/mcp: 2026-07-28 and legacy, anybody may call, legacy sessions McpModule',
    ]);
    expect(log.texts('warn')).toEqual([]);
  });

  it('warns when every caller would be refused', async () => {
    const { log } = await start({ runtime: {} });
    expect(log.texts('warn')).toEqual([
      expect.stringMatching(/every caller is anonymous.*channels: \{ mcp: \{\} \}/),
    ]);
  });

  it('serves several servers, each its own tools under its own path to its own callers', async () => {
    @Injectable()
    class MoreTools {
      @Tool({ name: 'reset', description: 'Reset everything', tags: ['admin'], readOnly: true })
      reset() {
        return 'reset';
      }
    }
    const validator = StaticTokenValidator.of({ root: { id: 'root', scopes: ['*'] } });
    await start({
      providers: [MoreTools],
      servers: [
        McpModule.forRoot({ serverInfo, tools: { filter: ({ tags }) => tags.length === 0 } }),
        McpModule.forRoot({
          serverInfo: { name: 'admin', version: '2.0.0' },
          tools: { tags: ['admin'] },
          server: 'admin',
          path: 'admin/mcp',
          providers: [{ provide: TokenValidator, useValue: validator }],
        }),
      ],
    });
    const names = async (path: string, headers: object = {}) => {
      const { result } = (await postTo(path, legacy('tools/list'), headers)).json();
      return (result as { tools: { name: string }[] }).tools.map(({ name }) => name);
    };
    expect(await names('/mcp')).toEqual(['echo', 'whoami', 'work', 'wait', 'chatter']);
    expect(await names('/admin/mcp', { authorization: 'Bearer root' })).toEqual(['reset']);
    expect((await postTo('/admin/mcp', legacy('tools/list'))).status).toBe(401);
    const reset = CALLS.legacy('reset')[0];
    expect((await postTo('/mcp', reset)).json().error?.code).toBe(-32602);
  });

  describe('obeys the application', () => {
    it('in its global prefix and versions', async () => {
      await start({
        prepare: (app) => {
          app.setGlobalPrefix('/api/v0/');
          app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
        },
      });
      expect((await postTo('/api/v0/mcp', '{' as never)).json().error?.code).toBe(-32700);
      expect((await postTo('/api/v0/mcp/')).status).toBe(200);
      expect((await postTo('/mcp')).status).toBe(404);
    });

    it.each([
      ['a path', ['mcp']],
      ['a path and all methods', [{ path: 'mcp', method: RequestMethod.ALL }]],
    ])('when it leaves the endpoint out of the prefix by %s', async (_how, exclude) => {
      await start({ prepare: (app) => app.setGlobalPrefix('api', { exclude }) });
      for (const path of ['/mcp', '/mcp/'])
        expect((await postTo(path, '{' as never)).json().error?.code).toBe(-32700);
      expect((await postTo('/api/mcp')).status).toBe(404);
    });

    it('when a router module puts the endpoint under a path nobody could foresee', async () => {
      await start({ imports: [RouterModule.register([{ path: 'tenants', module: McpModule }])] });
      expect((await postTo('/tenants/mcp')).json().result).toEqual({});
      expect(
        (await postTo('/tenants/mcp', legacy('ping'), { host: 'evil.example.com' })).status,
      ).toBe(403);
      expect((await postTo('/tenants/mcp', legacy('ping'), { origin: 'null' })).status).toBe(403);
    });

    it('in its guards, which see the request as it was sent, and its interceptors', async () => {
      const seen: unknown[] = [];
      @Injectable()
      class Gatekeeper implements CanActivate {
        canActivate(host: ExecutionContext): boolean {
          const { headers, method } = host
            .switchToHttp()
            .getRequest<{ headers: Record<string, string>; method: string }>();
          seen.push([method, headers['content-type'], headers['content-length']]);
          return headers['x-key'] === 'open';
        }
      }
      @Injectable()
      class Stopwatch implements NestInterceptor {
        intercept(_host: ExecutionContext, next: CallHandler) {
          return next.handle().pipe(finalize(() => seen.push('answered')));
        }
      }
      await start({
        providers: [
          { provide: APP_GUARD, useClass: Gatekeeper },
          { provide: APP_INTERCEPTOR, useClass: Stopwatch },
        ],
      });
      expect((await postTo('/mcp')).status).toBe(403);
      expect((await postTo('/mcp', legacy('ping'), { 'x-key': 'open' })).status).toBe(200);
      const length = String(JSON.stringify(legacy('ping')).length);
      expect(seen).toEqual([
        ['POST', 'application/json', length],
        ['POST', 'application/json', length],
        'answered',
      ]);
    });

    it('in its own routes, whose bodies are parsed as ever', async () => {
      @Controller()
      class OtherController {
        @Post(['other', 'mcp-other', 'mcp/other'])
        other(@Body() body: unknown) {
          return { body };
        }
      }
      @Module({ controllers: [OtherController] })
      class OtherModule {}
      await start({ imports: [OtherModule] });
      for (const path of ['/other', '/mcp-other', '/mcp/other']) {
        const answer = await postTo(path, { a: 1 });
        expect([answer.status, JSON.parse(answer.text)]).toEqual([201, { body: { a: 1 } }]);
        const broken = await running!.client.send('POST', path, JSON_TYPE, '{');
        expect([broken.status, broken.text.includes('jsonrpc')]).toEqual([400, false]);
      }
    });
  });

  describe('knows who calls', () => {
    it('by guards of the host, with what they inject and what they put on the request', async () => {
      @Injectable()
      class Accounts {
        readonly byKey = new Map([['k-ann', { sub: 'ann', scope: 'a b' }]]);
      }
      @Module({ providers: [Accounts], exports: [Accounts] })
      class AccountsModule {}
      @Injectable()
      class KeyGuard implements CanActivate {
        constructor(private readonly accounts: Accounts) {}

        canActivate(host: ExecutionContext): boolean {
          const request = host
            .switchToHttp()
            .getRequest<{ headers: Record<string, string>; user?: unknown }>();
          request.user = this.accounts.byKey.get(request.headers['x-key'] ?? '');
          return request.user !== undefined;
        }
      }
      await start({ runtime: {}, extras: { guards: [KeyGuard], imports: [AccountsModule] } });
      expect(await whoami({ 'x-key': 'k-ann' })).toMatchObject({
        principal: 'ann',
        scopes: ['a', 'b'],
      });
      expect((await postTo('/mcp')).status).toBe(403);
    });

    it('by the host’s own reading of the request', async () => {
      await start({
        runtime: {},
        extras: {
          guards: [{ canActivate: () => true }],
          principalFrom: (request, host) => {
            const { headers } = request as { headers: Record<string, string> };
            return headers['x-who'] ? { id: headers['x-who'], scopes: [host.getType()] } : null;
          },
        },
      });
      expect(await whoami({ 'x-who': 'bo' })).toMatchObject({ principal: 'bo', scopes: ['http'] });
      const anonymous = await postTo('/mcp', CALLS.legacy('whoami')[0]);
      expect(anonymous.json().result).toMatchObject({ isError: true });
    });

    it('of each request by itself, on one connection and at the same time', async () => {
      await start({
        runtime: { rateLimit: false },
        extras: {
          guards: [{ canActivate: () => true }],
          principalFrom: (request) => ({
            id: (request as { headers: Record<string, string> }).headers['x-who'] ?? '',
            scopes: [],
          }),
        },
      });
      const names = Array.from({ length: 20 }, (_, index) => `user-${index}`);
      const asked = names.flatMap((name) => Array.from({ length: 10 }, () => name));
      const told = await Promise.all(
        asked.map(async (name) => (await whoami({ 'x-who': name })).principal),
      );
      expect(told).toEqual(asked);
    });
  });

  it('works without HTTP', async () => {
    @Module({
      imports: [ToolRuntimeModule.forRoot({ discovery: { requireTools: false } }), server],
    })
    class Root {}
    const app = await NestFactory.createApplicationContext(Root, {
      logger: false,
      abortOnError: false,
    });
    await app.close();
  });

  it('leaves no timer behind', async () => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const { client, app } = await start({ http: { sessions: {}, keepAliveMs: 1000 } });
    await client.post(CALLS.modern('work')[0], CALLS.modern('work')[1]);
    await app.close();
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('keeps out of the API description', async () => {
    const { app } = await start();
    const controllers = [...app.get(ModulesContainer).values()]
      .filter(({ metatype }) => metatype === McpModule)
      .flatMap((module) => [...module.controllers.values()]);
    expect(
      controllers.map(({ metatype }) =>
        Reflect.getMetadata('swagger/apiExcludeController', metatype!),
      ),
    ).toEqual([[true]]);
  });
});

describe('the MCP module', () => {
  const boot = async (adapter: ExpressAdapter | FastifyAdapter, options: object = {}) => {
    @Module({
      imports: [
        ToolRuntimeModule.forRoot({ ...ANYBODY, discovery: { requireTools: false } }),
        server,
      ],
    })
    class Root {}
    const app = await NestFactory.create(Root, adapter as never, {
      logger: false,
      abortOnError: false,
      ...options,
    });
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as { port: number };
    return { app, client: httpClient(port) };
  };
  const long = { ...legacy('ping'), params: { filler: 'x'.repeat(200_000) } };

  it.each([
    ['Express with a body parser that takes little', () => new ExpressAdapter(), {}],
    ['Express with raw bodies', () => new ExpressAdapter(), { rawBody: true }],
    ['Express without body parsers', () => new ExpressAdapter(), { bodyParser: false }],
    [
      'Express with strict routes',
      () => new ExpressAdapter(express().enable('strict routing').enable('case sensitive routing')),
      {},
    ],
    ['Fastify with a small body limit', () => new FastifyAdapter({ bodyLimit: 10 }), {}],
    ['Fastify with raw bodies', () => new FastifyAdapter(), { rawBody: true }],
    [
      'Fastify that ignores slashes at the end',
      () => new FastifyAdapter({ routerOptions: { ignoreTrailingSlash: true } }),
      {},
    ],
  ])('reads its own messages on %s', async (_which, adapter, options) => {
    const { app, client } = await boot(adapter(), options);
    try {
      for (const path of ['/mcp', '/mcp/']) {
        expect((await client.send('POST', path, JSON_TYPE, long)).json().result).toEqual({});
        expect((await client.send('POST', path, JSON_TYPE, '{')).json().error?.code).toBe(-32700);
      }
    } finally {
      await app.close();
    }
  });

  it('takes what a platform has read before it', async () => {
    const bytes = express();
    bytes.use((request, _response, next) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () =>
        next(Object.assign(request, { rawBody: Buffer.concat(chunks), body: 'x' }) && undefined),
      );
    });
    for (const parser of [bytes, express().use(express.json())]) {
      const { app, client } = await boot(new ExpressAdapter(parser));
      try {
        expect(
          (await client.send('POST', '/mcp', JSON_TYPE, legacy('ping'))).json().result,
        ).toEqual({});
      } finally {
        await app.close();
      }
    }
  });

  it('keeps the headers that plugins of the host have set', async () => {
    const adapter = new FastifyAdapter();
    adapter.getInstance().addHook('onRequest', (_request, reply, done) => {
      reply.header('x-frame-options', 'DENY');
      done();
    });
    const { app, client } = await boot(adapter);
    try {
      expect((await client.post(legacy('ping'))).headers['x-frame-options']).toBe('DENY');
    } finally {
      await app.close();
    }
  });
});
