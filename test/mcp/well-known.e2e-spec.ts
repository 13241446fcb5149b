import {
  Controller,
  Get,
  Injectable,
  Module,
  VERSION_NEUTRAL,
  VersioningType,
} from '@nestjs/common';
import type { CanActivate, DynamicModule, INestApplication } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Server } from 'node:http';
import request from 'supertest';
import { MCP_AUTH_PROVIDERS } from '../../libs/mcp/src/auth/auth.providers.js';
import { WellKnownModule } from '../../libs/mcp/src/auth/well-known.module.js';
import type { McpAuthOptions } from '../../libs/mcp/src/mcp.options.js';
import { MCP_MODULE_EXTRAS, MCP_OPTIONS } from '../../libs/mcp/src/mcp.tokens.js';

const RESOURCE = '/.well-known/oauth-protected-resource';
const SERVER = '/.well-known/oauth-authorization-server';

const PUBLIC: McpAuthOptions = {
  publicUrl: 'https://api.example.com/v2/mcp',
  authorizationServers: ['https://login.example.com'],
  scopesSupported: ['orders:read', 'offline_access'],
};
const DOCUMENT = {
  resource: 'https://api.example.com/v2/mcp',
  authorization_servers: ['https://login.example.com'],
  scopes_supported: ['orders:read'],
  bearer_methods_supported: ['header'],
};

/** What the application asks of everybody, which must not reach the documents. */
@Injectable()
class DenyAll implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

/** The page of a single-page application, which answers to everything. */
@Controller({ version: VERSION_NEUTRAL })
class PagesController {
  @Get('*')
  page() {
    return '<!doctype html>';
  }
}

@Module({})
class McpServerModule {
  static with(auth?: McpAuthOptions, path = '/mcp', hasOwnGuards = false): DynamicModule {
    return {
      module: McpServerModule,
      imports: [WellKnownModule],
      providers: [
        { provide: MCP_OPTIONS, useValue: { auth } },
        { provide: MCP_MODULE_EXTRAS, useValue: { path, hasOwnGuards } },
        ...MCP_AUTH_PROVIDERS,
      ],
    };
  }
}

const ADAPTERS = [
  { platform: 'Express', adapter: () => new ExpressAdapter() },
  { platform: 'Fastify', adapter: () => new FastifyAdapter() },
];

describe.each(ADAPTERS)('what clients look for on $platform', ({ platform, adapter }) => {
  let app: INestApplication<Server>;
  let isBooted: boolean;
  beforeEach(() => {
    isBooted = false;
  });
  afterEach(async () => {
    if (isBooted) await app.close();
  });

  async function boot(
    imports: DynamicModule[],
    { guarded = true, prefix = 'api', withPages = false } = {},
  ): Promise<void> {
    const module = await Test.createTestingModule({
      controllers: withPages ? [PagesController] : [],
      imports,
      providers: guarded ? [{ provide: APP_GUARD, useClass: DenyAll }] : [],
    }).compile();
    app = module.createNestApplication(adapter());
    if (prefix !== '') app.setGlobalPrefix(prefix);
    app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
    await app.init();
    isBooted = true;
    if (platform === 'Fastify')
      await (app as unknown as NestFastifyApplication).getHttpAdapter().getInstance().ready();
  }
  const ask = (path: string) => request(app.getHttpServer()).get(path);

  it('is the metadata of the server, from configuration, byte for byte, whoever asks', async () => {
    await boot([McpServerModule.with(PUBLIC)]);
    for (const path of [
      `${RESOURCE}/v2/mcp`,
      `${RESOURCE}/v2/mcp/`,
      `${RESOURCE}/v2/mcp?x=1`,
      RESOURCE,
      `${RESOURCE}/`,
    ]) {
      const response = await ask(path).set('Host', 'evil.example.com').expect(200);
      expect(response.text).toBe(JSON.stringify(DOCUMENT));
      expect(response.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=300',
      });
    }
  });

  it('keeps a resource exactly as it is written', async () => {
    await boot([McpServerModule.with({ ...PUBLIC, publicUrl: 'https://api.example.com/' })]);
    expect((await ask(RESOURCE).expect(200)).body.resource).toBe('https://api.example.com/');
  });

  it('can be asked for from a browser', async () => {
    await boot([McpServerModule.with(PUBLIC)]);
    const preflight = await request(app.getHttpServer())
      .options(`${RESOURCE}/v2/mcp`)
      .set({
        Origin: 'https://app.example.com',
        'Access-Control-Request-Headers': 'mcp-protocol-version',
      })
      .expect(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    });
  });

  it('can only be read', async () => {
    await boot([McpServerModule.with(PUBLIC)]);
    const response = await request(app.getHttpServer()).post(RESOURCE).send({}).expect(405);
    expect(response.headers['allow']).toBe('GET, HEAD, OPTIONS');
    const head = await request(app.getHttpServer()).head(RESOURCE).expect(200);
    expect(head.headers['content-length']).toBe(String(JSON.stringify(DOCUMENT).length));
  });

  it('is one document per server', async () => {
    const admin = { ...PUBLIC, publicUrl: 'https://api.example.com/admin' };
    await boot([McpServerModule.with(PUBLIC), McpServerModule.with(admin, '/admin')]);
    expect((await ask(`${RESOURCE}/v2/mcp`)).body.resource).toBe(PUBLIC.publicUrl);
    expect((await ask(`${RESOURCE}/admin`)).body.resource).toBe(admin.publicUrl);
    // Neither of them is the host as a whole.
    await ask(RESOURCE).expect(404);
  });

  it('cannot be two documents at one path', async () => {
    const other = { ...PUBLIC, publicUrl: 'https://www.example.com/v2/mcp/' };
    await expect(
      boot([McpServerModule.with(PUBLIC), McpServerModule.with(other, '/other')]),
    ).rejects.toThrow(`the metadata of both at ${RESOURCE}/v2/mcp`);
  });

  it('leaves to the application what is not about its servers', async () => {
    await boot([McpServerModule.with(PUBLIC)], { guarded: false });
    for (const path of [
      `${RESOURCE}/other`,
      `${RESOURCE}s`,
      SERVER,
      `${SERVER}/v2/mcp`,
      `${RESOURCE}/__proto__`,
    ]) {
      const response = await ask(path).expect(404);
      expect(response.text).not.toContain('Nothing is published here');
    }
  });

  it('is found before a page that answers to everything', async () => {
    await boot([McpServerModule.with(PUBLIC)], { guarded: false, prefix: '', withPages: true });
    expect((await ask('/anything').expect(200)).text).toBe('<!doctype html>');
    expect((await ask(RESOURCE).expect(200)).body).toEqual(DOCUMENT);
  });

  describe('when no token is needed', () => {
    it('is not a page that answers to everything', async () => {
      await boot([McpServerModule.with()], { guarded: false, prefix: '', withPages: true });
      for (const path of [RESOURCE, `${RESOURCE}/mcp`, SERVER, `${SERVER}/mcp`])
        expect((await ask(path).expect(404)).body.error).toBe('not_found');
    });

    it('is not there, in words that no client takes for something else', async () => {
      await boot([McpServerModule.with()]);
      for (const path of [RESOURCE, `${RESOURCE}/api/mcp`, SERVER, `${SERVER}/api/mcp`]) {
        const response = await ask(path).expect(404);
        expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(response.headers['www-authenticate']).toBeUndefined();
        expect(response.body).toEqual({
          error: 'not_found',
          error_description: 'Nothing is published here.',
        });
      }
    });

    it('is left to the host beside a server that needs one, as the host may be its authorization server', async () => {
      await boot([McpServerModule.with(), McpServerModule.with(PUBLIC, '/v2')], { guarded: false });
      expect((await ask(`${SERVER}/api/mcp`).expect(404)).body.error).toBe('not_found');
      expect((await ask(SERVER).expect(404)).text).not.toContain('Nothing is published here');
      expect((await ask(RESOURCE).expect(200)).body).toEqual(DOCUMENT);
    });

    it('is left to the host when it has guards of its own', async () => {
      await boot([McpServerModule.with(undefined, '/mcp', true)], { guarded: false });
      expect((await ask(RESOURCE).expect(404)).text).not.toContain('Nothing is published here');
    });
  });
});
