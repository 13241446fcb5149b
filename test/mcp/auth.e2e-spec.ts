import {
  Client,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Injectable, Module } from '@nestjs/common';
import type {
  CanActivate,
  DynamicModule,
  ExecutionContext,
  INestApplication,
} from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { Test } from '@nestjs/testing';
import { Tool, ToolContext, ToolCtx, ToolRuntimeModule } from '@toolgate/tool-runtime';
import { Strategy } from 'passport-custom';
import { JwtTokenValidator } from '../../libs/mcp/src/auth/jwt/jwt.token-validator.js';
import { StaticTokenValidator } from '../../libs/mcp/src/auth/static.token-validator.js';
import { TokenValidator } from '../../libs/mcp/src/auth/token-validator.js';
import { McpModule } from '../../libs/mcp/src/mcp.module.js';
import type { McpAuthOptions } from '../../libs/mcp/src/mcp.options.js';
import { PLATFORMS } from '../support/each-platform.js';
import { LogRecorder } from '../support/log-recorder.js';
import { newKey, TokenIssuer } from '../support/token-issuer.js';

const PUBLIC_URL = 'https://api.example.com/mcp';
const METADATA_URL = 'https://api.example.com/.well-known/oauth-protected-resource/mcp';
const AUTH: McpAuthOptions = {
  publicUrl: PUBLIC_URL,
  authorizationServers: ['https://login.example.com'],
  scopesSupported: ['orders:read'],
};
const serverInfo = { name: 'orders', version: '1.0.0' };

const ran: string[] = [];

@Injectable()
class OrderTools {
  @Tool({ name: 'whoami', description: 'Who calls', scopes: ['orders:read'] })
  whoami(@ToolCtx() { principal, scopes }: ToolContext) {
    return { principal, scopes };
  }

  @Tool({
    name: 'refund_order',
    description: 'Refund an order',
    scopes: ['orders:read', 'orders:refund'],
    scopesMode: 'all',
    mutating: true,
  })
  refund() {
    ran.push('refund_order');
    return 'refunded';
  }
}

@Module({ providers: [OrderTools] })
class OrdersModule {}

/** An API key, as a host may have them long before it has an MCP server. */
@Injectable()
class ApiKeyStrategy extends PassportStrategy(Strategy, 'api-key') {
  validate(incoming: { readonly headers: Readonly<Record<string, unknown>> }) {
    return incoming.headers['x-api-key'] === 'k-ann' && { id: 'ann', scopes: ['orders:read'] };
  }
}

@Injectable()
class TenantGuard implements CanActivate {
  canActivate(host: ExecutionContext): boolean {
    const incoming: { account?: unknown; readonly headers: Readonly<Record<string, unknown>> } =
      host.switchToHttp().getRequest();
    incoming.account = { name: incoming.headers['x-account'] };
    return true;
  }
}

interface Answer {
  readonly status: number;
  readonly challenge: string | null;
  readonly body: { readonly [member: string]: unknown };
}

describe.each(PLATFORMS)('authentication of the MCP endpoint on $platform', ({ start }) => {
  let app: INestApplication;
  let log: LogRecorder;
  let url: string;
  beforeEach(() => {
    log = LogRecorder.start();
    ran.length = 0;
  });
  afterEach(async () => {
    log.stop();
    await app.close();
  });

  async function boot(...servers: DynamicModule[]): Promise<void> {
    const imports = [ToolRuntimeModule.forRoot(), OrdersModule, ...servers];
    app = await start(await Test.createTestingModule({ imports }).setLogger(log).compile());
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  }

  /** The host is known to the world by another name, as behind any proxy. */
  const throughProxy = (input: string | URL, init?: RequestInit) =>
    fetch(String(input).replace('https://api.example.com', url), init);

  async function send(
    method: string,
    params: object = {},
    headers: Record<string, string> = {},
    path = '/mcp',
  ): Promise<Answer> {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return {
      status: response.status,
      challenge: response.headers.get('www-authenticate'),
      body: (await response.json()) as Answer['body'],
    };
  }
  const call = (name: string, headers: Record<string, string>, path?: string) =>
    send('tools/call', { name, arguments: {} }, headers, path);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const textOf = ({ body }: Answer) =>
    (body as { result: { content: { text: string }[] } }).result.content[0]?.text ?? '';

  describe('with JWTs', () => {
    let issuer: TokenIssuer;
    beforeEach(async () => {
      issuer = await TokenIssuer.start(() => Date.now(), await newKey('k'));
      const { issuer: iss, audience, jwksUri } = issuer;
      await boot(
        McpModule.forRoot({
          serverInfo,
          auth: AUTH,
          providers: [
            {
              provide: TokenValidator,
              useFactory: () => JwtTokenValidator.create({ issuer: iss, audience, jwksUri }),
            },
          ],
        }),
      );
    });
    afterEach(() => issuer.stop());

    it('is asked for from the first request on, in a way that the official client understands', async () => {
      const response = await throughProxy(PUBLIC_URL, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} }),
      });
      expect(response.status).toBe(401);
      const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response);
      expect({ url: String(resourceMetadataUrl), scope, error }).toEqual({
        url: METADATA_URL,
        scope: 'orders:read',
        error: undefined,
      });
      for (const options of [{}, { resourceMetadataUrl }])
        expect(
          await discoverOAuthProtectedResourceMetadata(PUBLIC_URL, options, throughProxy),
        ).toEqual({
          resource: PUBLIC_URL,
          authorization_servers: ['https://login.example.com'],
          scopes_supported: ['orders:read'],
          bearer_methods_supported: ['header'],
        });
    });

    it.each(['GET', 'DELETE', 'POST'])('is asked for by %s', async (method) => {
      const response = await fetch(`${url}/mcp`, { method, headers: { accept: '*/*' } });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain(METADATA_URL);
    });

    it('tells the tools who calls', async () => {
      const answer = await call('whoami', bearer(await issuer.sign()));
      expect(answer).toMatchObject({ status: 200, challenge: null });
      expect(JSON.parse(textOf(answer))).toEqual({
        principal: 'ann',
        scopes: ['orders:read', 'orders:write'],
      });
    });

    it('works with the official client', async () => {
      const client = new Client({ name: 'test', version: '1' });
      const headers = bearer(await issuer.sign());
      const transport = new StreamableHTTPClientTransport(new URL(PUBLIC_URL), {
        fetch: throughProxy,
        requestInit: { headers },
      });
      await client.connect(transport);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['whoami']);
      await client.close();
    });

    it('is needed for every message, not once', async () => {
      const good = bearer(await issuer.sign());
      const expired = bearer(await issuer.sign({ claims: { exp: 1 } }));
      expect((await call('whoami', good)).status).toBe(200);
      expect((await call('whoami', expired)).status).toBe(401);
    });

    it('says nothing about what is wrong with a token', async () => {
      const bad = await Promise.all([
        issuer.sign({ claims: { aud: 'https://other.example.com' } }),
        issuer.sign({ claims: { exp: 1 } }),
        issuer.sign({ key: await newKey('k') }),
        Promise.resolve('a.b.c'),
      ]);
      const answers = await Promise.all(bad.map((token) => call('whoami', bearer(token))));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(answers[0]).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
      expect(answers[0]?.challenge).toContain('error="invalid_token"');
    });

    it('asks for all scopes at once when a token does not reach, and runs nothing', async () => {
      const answer = await call(
        'refund_order',
        bearer(await issuer.sign({ claims: { scope: 'x' } })),
      );
      expect(answer.status).toBe(403);
      expect(answer.challenge).toContain('error="insufficient_scope"');
      expect(answer.challenge).toContain('scope="orders:read orders:refund"');
      expect(answer.challenge).toContain(`resource_metadata="${METADATA_URL}"`);
      const enough = { claims: { scope: 'orders:read orders:refund' } };
      expect(ran).toEqual([]);
      expect(textOf(await call('refund_order', bearer(await issuer.sign(enough))))).toBe(
        'refunded',
      );
    });

    it('takes no token from the URL', async () => {
      const token = await issuer.sign();
      expect((await call('whoami', {}, `/mcp?access_token=${token}`)).status).toBe(401);
    });

    it('asks the client to come back while the issuer is down', async () => {
      issuer.behaviour = (response) => response.writeHead(500).end();
      expect(await call('whoami', bearer(await issuer.sign()))).toMatchObject({
        status: 503,
        challenge: null,
        body: { error: 'temporarily_unavailable' },
      });
    });
  });

  describe('with the guards of the host', () => {
    it('takes a passport strategy', async () => {
      await boot(
        McpModule.forRoot({
          serverInfo,
          guards: [AuthGuard('api-key')],
          providers: [ApiKeyStrategy],
        }),
      );
      expect((await call('whoami', {})).status).toBe(401);
      expect((await call('whoami', { 'x-api-key': 'k-bob' })).status).toBe(401);
      const answer = await call('whoami', { 'x-api-key': 'k-ann' });
      expect(JSON.parse(textOf(answer))).toEqual({ principal: 'ann', scopes: ['orders:read'] });
    });

    it('takes whom the host says, and nobody else', async () => {
      await boot(
        McpModule.forRoot({
          serverInfo,
          guards: [TenantGuard],
          principalFrom: (incoming) => {
            const { name } = (incoming as { account: { name?: string } }).account;
            return name === undefined
              ? null
              : { id: name, issuer: 'https://crm.example.com', scopes: ['orders:read'] };
          },
        }),
      );
      const answer = await call('whoami', { 'x-account': 'ann' });
      expect(JSON.parse(textOf(answer)).principal).toBe('https://crm.example.com#ann');
      const nobody = await call('whoami', {});
      expect(JSON.stringify(nobody.body)).toContain('requires an authenticated principal');
    });
  });

  describe('of several servers', () => {
    it('is for each its own', async () => {
      const admin = { ...AUTH, publicUrl: 'https://api.example.com/admin' };
      const validatorOf = (token: string, id: string) => ({
        provide: TokenValidator,
        useValue: StaticTokenValidator.of({ [token]: { id, scopes: ['orders:read'] } }),
      });
      await boot(
        McpModule.forRoot({ serverInfo, auth: AUTH, providers: [validatorOf('t-ann', 'ann')] }),
        McpModule.forRoot({
          serverInfo,
          server: 'admin',
          path: 'admin',
          auth: admin,
          providers: [validatorOf('t-bob', 'bob')],
        }),
      );
      expect(textOf(await call('whoami', bearer('t-ann')))).toContain('ann');
      expect(textOf(await call('whoami', bearer('t-bob'), '/admin'))).toContain('bob');
      expect((await call('whoami', bearer('t-ann'), '/admin')).challenge).toContain(
        'oauth-protected-resource/admin"',
      );
      expect((await call('whoami', bearer('t-bob'))).status).toBe(401);
      for (const [path, resource] of [
        ['mcp', AUTH.publicUrl],
        ['admin', admin.publicUrl],
      ]) {
        const document = await fetch(`${url}/.well-known/oauth-protected-resource/${path}`);
        expect(await document.json()).toMatchObject({ resource });
      }
    });
  });
});
