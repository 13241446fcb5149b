import { Controller, Get, Injectable, Module, Req, UseGuards } from '@nestjs/common';
import type { DynamicModule, INestApplication, Provider } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import request from 'supertest';
import { BearerAuthenticationException } from '../../libs/mcp/src/auth/bearer-authentication.exception.js';
import { JwtTokenValidator } from '../../libs/mcp/src/auth/jwt/jwt.token-validator.js';
import { McpBearerGuard } from '../../libs/mcp/src/auth/mcp-bearer.guard.js';
import {
  ProtectedResource,
  protectedResourceOf,
} from '../../libs/mcp/src/auth/protected-resource.js';
import { getRequestPrincipal } from '../../libs/mcp/src/auth/request-principal.js';
import { StaticTokenValidator } from '../../libs/mcp/src/auth/static.token-validator.js';
import {
  TokenValidationUnavailableError,
  TokenValidator,
} from '../../libs/mcp/src/auth/token-validator.js';
import { Clock } from '../../libs/tool-runtime/src/common/clock.js';
import { Redactor } from '../../libs/tool-runtime/src/audit/redactor.js';
import { PLATFORMS } from '../support/each-platform.js';
import { FakeClock } from '../support/fake-clock.js';
import { someOptions } from '../support/fixtures.js';
import { LogRecorder } from '../support/log-recorder.js';
import { newKey, TokenIssuer } from '../support/token-issuer.js';

const ANN = { id: 'ann', scopes: ['orders:read'] };
const resource = protectedResourceOf({
  publicUrl: 'https://api.example.com/mcp',
  authorizationServers: ['https://login.example.com'],
  scopesSupported: ['orders:read'],
});
const METADATA =
  'resource_metadata="https://api.example.com/.well-known/oauth-protected-resource/mcp", scope="orders:read"';
const NO_TOKEN = `Bearer ${METADATA}`;
const BAD_TOKEN = `Bearer error="invalid_token", ${METADATA}`;

@Injectable()
class CookieBearerGuard extends McpBearerGuard {
  protected override credentialsOf(incoming: object) {
    const { headers } = incoming as { headers: Record<string, string | undefined> };
    const token = headers['x-token'];
    return token === undefined ? { token, sent: false } : { token };
  }

  protected override validate(token: string) {
    if (token === 'elsewhere')
      throw new BearerAuthenticationException(403, 'insufficient_scope', 'Not here.', {
        'WWW-Authenticate': 'Bearer error="insufficient_scope"',
      });
    return { id: token, scopes: [] };
  }

  protected override canValidate(): boolean {
    return true;
  }
}

@Controller()
class WhoController {
  @Get('who')
  @UseGuards(McpBearerGuard)
  who(@Req() incoming: object) {
    return { principal: getRequestPrincipal(incoming) ?? null };
  }

  @Get('cookie')
  @UseGuards(CookieBearerGuard)
  cookie(@Req() incoming: object) {
    return { principal: getRequestPrincipal(incoming) ?? null };
  }
}

@Module({})
class WhoModule {
  static with(protectedResource: ProtectedResource | null, validator?: object): DynamicModule {
    const clock = new FakeClock();
    const providers: Provider[] = [
      { provide: ProtectedResource, useValue: protectedResource },
      { provide: Redactor, useValue: new Redactor(someOptions()) },
      { provide: Clock, useValue: clock },
      ...(validator ? [{ provide: TokenValidator, useValue: validator }] : []),
    ];
    return { module: WhoModule, controllers: [WhoController], providers };
  }
}

describe.each(PLATFORMS)('the bearer guard on $platform', ({ start }) => {
  let app: INestApplication<Server>;
  let log: LogRecorder;
  beforeEach(() => {
    log = LogRecorder.start();
  });
  afterEach(async () => {
    log.stop();
    await app.close();
  });

  async function boot(
    validator?: object,
    protectedResource: ProtectedResource | null = resource,
  ): Promise<void> {
    const imports = [WhoModule.with(protectedResource, validator)];
    app = await start(await Test.createTestingModule({ imports }).setLogger(log).compile());
  }
  const who = () => request(app.getHttpServer()).get('/who');
  const bearer = (token: string) => who().set('Authorization', `Bearer ${token}`);

  describe('with a token that is good', () => {
    it('puts the principal on the request', async () => {
      await boot(StaticTokenValidator.of({ good: ANN }));
      const response = await bearer('good').expect(200);
      expect(response.body).toEqual({ principal: ANN });
      expect(response.headers['www-authenticate']).toBeUndefined();
    });

    it('waits for a validator that takes its time, and tells it who asks', async () => {
      const asked: unknown[] = [];
      await boot({ validate: async (...facts: unknown[]) => (asked.push(...facts), ANN) });
      await bearer('good').expect(200);
      expect(asked).toEqual(['good', expect.stringMatching(/127\.0\.0\.1$|^::1$/)]);
    });

    it('takes it from the authorization server of the host', async () => {
      const key = await newKey('k');
      const issuer = await TokenIssuer.start(() => Date.now(), key);
      const { issuer: iss, audience, jwksUri } = issuer;
      await boot(await JwtTokenValidator.create({ issuer: iss, audience, jwksUri }));
      await bearer(await issuer.sign()).expect(200);
      await bearer(await issuer.sign({ claims: { aud: 'https://other' } })).expect(401);
      await issuer.stop();
    });
  });

  describe('without a token', () => {
    it.each([
      ['no header', {}],
      ['an empty header', { Authorization: '' }],
      ['another scheme', { Authorization: 'Basic dTpw' }],
      ['no token after the scheme', { Authorization: 'Bearer ' }],
    ])('tells the client where to get one: %s', async (_what, headers) => {
      await boot(StaticTokenValidator.of({ good: ANN }));
      const response = await who().set(headers).expect(401);
      expect(response.headers['www-authenticate']).toBe(NO_TOKEN);
      expect(response.headers['content-type']).toMatch(/^application\/json/);
      expect(response.body).toEqual({
        error: 'unauthorized',
        error_description: 'An access token is needed: send it as Authorization: Bearer.',
      });
    });
  });

  describe('with a token that is not good', () => {
    it.each(['bad', 'good,', 'a b', 'x'.repeat(12_000)])('does not say why: %#', async (token) => {
      await boot(StaticTokenValidator.of({ good: ANN }));
      const response = await bearer(token).expect(401);
      expect(response.headers['www-authenticate']).toBe(BAD_TOKEN);
      expect(response.body).toEqual({
        error: 'invalid_token',
        error_description: 'The access token is not good for this server.',
      });
      expect(log.lines.filter(({ level }) => level !== 'log')).toEqual([]);
    });

    it('takes none from the URL, not even beside a good one', async () => {
      await boot(StaticTokenValidator.of({ good: ANN }));
      const inUrl = request(app.getHttpServer()).get('/who?access_token=good');
      await inUrl.expect(401).expect('www-authenticate', BAD_TOKEN);
      const inBoth = request(app.getHttpServer()).get('/who?access_token=good');
      await inBoth.set('Authorization', 'Bearer good').expect(401);
    });

    it('takes none from two headers, though Node.js shows only the first', async () => {
      await boot(StaticTokenValidator.of({ good: ANN }));
      await app.listen(0, '127.0.0.1');
      const { port } = app.getHttpServer().address() as AddressInfo;
      const answer = await rawRequest(port, [
        'Authorization: Bearer good',
        'authorization: Bearer other',
      ]);
      expect(answer).toMatch(/^HTTP\/1\.1 401 /);
      expect(answer).toContain(BAD_TOKEN);
    });

    it('refuses undefined, which is what a forgotten return gives', async () => {
      await boot({ validate: () => undefined });
      await bearer('good').expect(401);
    });
  });

  describe('when nobody can decide', () => {
    it('asks the client to come back', async () => {
      const cause = new Error('connect ECONNREFUSED');
      await boot({
        validate: () => Promise.reject(new TokenValidationUnavailableError({ cause })),
      });
      const response = await bearer('good').expect(503);
      expect(response.headers['retry-after']).toBe('5');
      expect(response.headers['www-authenticate']).toBeUndefined();
      expect(response.body).toEqual({
        error: 'temporarily_unavailable',
        error_description: 'Access tokens cannot be checked right now. Try again later.',
      });
      expect(log.texts('error').join()).toContain('ECONNREFUSED');
    });

    it.each<[string, () => unknown]>([
      [
        'throws',
        () => {
          throw new Error('Authorization: Bearer eyJhbGciOi.s3cr3t.s3cr3t');
        },
      ],
      [
        'throws nothing',
        () => {
          throw null;
        },
      ],
      ['rejects', () => Promise.reject(new Error('password=s3cr3t'))],
      ['returns somebody without an id', () => ({ scopes: ['*'] })],
      ['returns somebody with an empty id', () => Promise.resolve({ id: '', scopes: ['*'] })],
      ['returns true', () => true],
    ])('lets nobody in: the validator %s', async (_how, validate) => {
      await boot({ validate });
      const response = await bearer('good').expect(503);
      expect(JSON.stringify(response.body)).not.toContain('s3cr3t');
      expect(log.texts('error')).toHaveLength(1);
      expect(log.texts('error').join()).not.toContain('s3cr3t');
    });

    it('does not fill the log', async () => {
      await boot({ validate: () => Promise.reject(new Error('down')) });
      for (let times = 0; times < 5; times++) await bearer('good').expect(503);
      expect(log.texts('error')).toHaveLength(1);
      app.get<FakeClock>(Clock).advance(10_000);
      await bearer('good').expect(503);
      expect(log.texts('error')).toHaveLength(2);
    });
  });

  describe('when the host has not configured all of it', () => {
    it('lets anybody in, as nobody, without a validator and without auth', async () => {
      await boot(undefined, null);
      expect((await bearer('whatever').expect(200)).body).toEqual({ principal: null });
    });

    it('still asks for a token with a validator alone', async () => {
      await boot(StaticTokenValidator.of({ good: ANN }), null);
      await who().expect(401).expect('www-authenticate', 'Bearer');
      await bearer('bad').expect('www-authenticate', 'Bearer error="invalid_token"');
      await bearer('good').expect(200);
    });

    it('does not start with auth alone', async () => {
      const booting = boot();
      await expect(booting).rejects.toThrow('nothing can check a token');
      await boot(undefined, null);
    });
  });

  it('can be subclassed', async () => {
    await boot(StaticTokenValidator.of({}));
    const cookie = () => request(app.getHttpServer()).get('/cookie');
    expect((await cookie().set('X-Token', 'bob').expect(200)).body).toEqual({
      principal: { id: 'bob', scopes: [] },
    });
    await cookie().expect(401).expect('www-authenticate', NO_TOKEN);
    const elsewhere = await cookie().set('X-Token', 'elsewhere').expect(403);
    expect(elsewhere.headers['www-authenticate']).toBe('Bearer error="insufficient_scope"');
  });
});

/** A request whose headers no client library would send like this. */
function rawRequest(port: number, headers: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        ['GET /who HTTP/1.1', 'Host: localhost', 'Connection: close', ...headers, '', ''].join(
          '\r\n',
        ),
      );
    });
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
