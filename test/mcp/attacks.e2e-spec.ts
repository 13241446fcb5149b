import { connect } from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { Injectable } from '@nestjs/common';
import { OnMcpRequest, StaticTokenValidator, TokenValidator } from '@toolgate/mcp';
import type { McpRequestEvent } from '@toolgate/mcp';
import {
  AuditSinks,
  MemoryAuditSink,
  OnToolExecuting,
  Tool,
  ToolContext,
  ToolCtx,
  ToolParam,
} from '@toolgate/tool-runtime';
import type { ToolExecutingEvent } from '@toolgate/tool-runtime';
import {
  ADAPTERS,
  ANYBODY,
  CALLS,
  legacy,
  modern,
  modernHeaders,
  startServer,
} from './mcp-server.fixture.js';
import type { RunningServer } from './mcp-server.fixture.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const PING = JSON.stringify(legacy('ping'));
const TWO_IDS = '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}';

/** The text of a request on a connection that closes afterwards. */
const requestText = (
  line: string,
  body: string,
  lines: readonly string[] = ['Host: localhost', `Content-Length: ${Buffer.byteLength(body)}`],
) => [line, ...lines, 'Content-Type: application/json', 'Connection: close', '', body].join('\r\n');
const pause = () => new Promise((resolve) => setTimeout(resolve, 2));
const openConnections = ({ app }: RunningServer) =>
  new Promise<number>((resolve) =>
    app.getHttpServer().getConnections((_error: unknown, count: number) => resolve(count)),
  );
const statusIn = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);
const bodyIn = (response: string) => response.slice(response.indexOf('\r\n\r\n') + 4);

describe.each(ADAPTERS)('an attacker of the endpoint on $platform', (platform) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer(platform, { http: { maxBodyBytes: 100_000 } });
  });
  afterAll(() => server.app.close());
  afterEach(async () => {
    expect((await server.client.post(legacy('ping'))).json().result).toEqual({});
    expect(server.log.texts('error')).toEqual([]);
  });

  describe('who writes the address in another way', () => {
    it.each([
      'http://localhost/mcp',
      'http://localhost:80/mcp/?x=1',
      '/mcp#x',
      '/mcp/#x',
      '/mcp?#',
    ])('gets the strict reading of a message at %s', async (target) => {
      const good = await server.client.raw(requestText(`POST ${target} HTTP/1.1`, PING));
      expect([statusIn(good), bodyIn(good)]).toEqual([200, '{"jsonrpc":"2.0","id":1,"result":{}}']);
      for (const body of [TWO_IDS, '{', 'x'.repeat(200_000)]) {
        const answer = await server.client.raw(requestText(`POST ${target} HTTP/1.1`, body));
        const expected = body.length > 1000 ? [413, -32600] : [400, -32700];
        const { error } = JSON.parse(bodyIn(answer)) as { error: { code: number } };
        expect([statusIn(answer), error.code]).toEqual(expected);
      }
    });

    it.each([
      '/mcp//',
      '//mcp',
      '/mcp%2e',
      '/mcp/.',
      '/mcp/..',
      '/./mcp/x',
      '/mcp;x',
      '/mcp%00',
      '/mcp%2f',
      '/mcp\\',
    ])('finds nothing at %s, not even with somebody else’s host', async (target) => {
      for (const host of ['localhost', 'evil.example.com']) {
        const answer = await server.client.raw(
          requestText(`POST ${target} HTTP/1.1`, PING, [
            `Host: ${host}`,
            `Content-Length: ${PING.length}`,
          ]),
        );
        expect([400, 404]).toContain(statusIn(answer));
        expect(answer).not.toContain('"result"');
      }
    });

    it.each(['/mcp', '/MCP', '/%6dcp', '/%6Dcp/', '/m%63p', 'http://localhost/mcp'])(
      'does not get past the list of hosts at %s',
      async (target) => {
        const answer = await server.client.raw(
          requestText(`POST ${target} HTTP/1.1`, PING, [
            'Host: evil.example.com',
            `Content-Length: ${PING.length}`,
          ]),
        );
        expect([403, 404]).toContain(statusIn(answer));
      },
    );
  });

  describe('who plays with hosts and origins', () => {
    it.each([
      ['a dot at the end', ['Host: localhost.']],
      ['a dot and a port', ['Host: localhost.:3000']],
      ['a name with a dot', ['Host: evil.localhost']],
      ['another loopback address', ['Host: 127.0.0.2']],
      ['a number', ['Host: 2130706433']],
      ['an octal number', ['Host: 0177.0.0.1']],
      ['IPv6 without brackets', ['Host: ::1']],
      ['a mapped address', ['Host: [::ffff:127.0.0.1]']],
      ['a zone', ['Host: [::1%25lo]']],
      ['a port that is none', ['Host: localhost:http']],
      ['two hosts in one', ['Host: localhost, evil.example.com']],
      ['another host first', ['Host: evil.example.com', 'Host: localhost']],
      ['no host', ['Host:']],
      ['an origin with a dot', ['Host: localhost', 'Origin: http://localhost.']],
      ['an origin with a user', ['Host: localhost', 'Origin: http://localhost@evil.example.com']],
      ['an origin below', ['Host: localhost', 'Origin: http://evil.localhost']],
      ['another scheme', ['Host: localhost', 'Origin: chrome-extension://localhost']],
      ['a path', ['Host: localhost', 'Origin: http://localhost/']],
      [
        'two origins',
        ['Host: localhost', 'Origin: http://localhost', 'Origin: http://evil.example.com'],
      ],
      ['two in one', ['Host: localhost', 'Origin: http://localhost http://evil.example.com']],
      ['a tab', ['Host: localhost', 'Origin: http://localhost\thttp://evil.example.com']],
    ])('gets nowhere with %s', async (_what, lines) => {
      const answer = await server.client.raw(
        requestText('POST /mcp HTTP/1.1', PING, [...lines, `Content-Length: ${PING.length}`]),
      );
      expect([400, 403]).toContain(statusIn(answer));
      expect(answer).not.toMatch(/"result"|access-control-allow-origin/i);
    });

    it('gets nowhere with the host that a proxy may name', async () => {
      for (const name of ['x-forwarded-host', 'forwarded', 'x-host', 'x-original-url']) {
        const answer = await server.client.post(legacy('ping'), {
          host: 'evil.example.com',
          [name]: name === 'forwarded' ? 'host=localhost' : 'localhost',
        });
        expect(answer.status).toBe(403);
      }
    });

    it.each(['LOCALHOST', 'LocalHost:65535', '[::1]', '127.0.0.1:1'])(
      'is nobody who asks for %s',
      async (host) => {
        expect((await server.client.post(legacy('ping'), { host })).status).toBe(200);
      },
    );
  });

  describe('who plays with the framing', () => {
    it('gets the same for a body in chunks as for one in one piece', async () => {
      const chunks = PING.split('')
        .map((character) => `1\r\n${character}\r\n`)
        .join('');
      const answer = await server.client.raw(
        requestText('POST /mcp HTTP/1.1', `${chunks}0\r\n\r\n`, [
          'Host: localhost',
          'Transfer-Encoding: chunked',
        ]),
      );
      expect([statusIn(answer), bodyIn(answer)]).toEqual([
        200,
        '{"jsonrpc":"2.0","id":1,"result":{}}',
      ]);
    });

    it.each([
      ['two lengths', ['Content-Length: 38', 'Content-Length: 39']],
      ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
      ['an encoding nobody knows', ['Transfer-Encoding: identity, chunked, x']],
      ['a negative length', ['Content-Length: -1']],
    ])('cannot hide a second request behind %s', async (_what, lines) => {
      const hidden = `0\r\n\r\nPOST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}`;
      const answer = await server.client.raw(
        requestText('POST /mcp HTTP/1.1', hidden, ['Host: localhost', ...lines]),
      );
      expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    });

    it('cannot make the server unpack anything', async () => {
      const bomb = gzipSync(Buffer.alloc(10_000_000, ' '));
      for (const encoding of ['gzip', 'GZIP', 'br', 'deflate', 'identity, gzip', 'x'])
        expect((await server.client.post(bomb, { 'content-encoding': encoding })).status).toBe(415);
      expect((await server.client.post(PING, { 'content-encoding': 'Identity' })).status).toBe(200);
    });

    it('who goes away in the middle of an upload leaves nothing behind', async () => {
      const sockets = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const socket = connect(server.port, '127.0.0.1');
          socket.on('error', () => undefined);
          await once(socket, 'connect');
          socket.write(
            'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{"x":"',
          );
          return socket;
        }),
      );
      expect((await server.client.post(legacy('ping'))).status).toBe(200);
      for (const [index, socket] of sockets.entries()) {
        if (index % 2 === 0) socket.destroy();
        else socket.resetAndDestroy();
      }
      while ((await openConnections(server)) > 0) await pause();
    });

    it('gets no answer of the application for headers without an end', async () => {
      const answer = await server.client.raw(
        requestText('POST /mcp HTTP/1.1', PING, [
          'Host: localhost',
          `X-Long: ${'x'.repeat(100_000)}`,
        ]),
      );
      expect(statusIn(answer)).toBe(431);
      const many = Array.from({ length: 1000 }, (_, index) => `X-${index}: 1`);
      const crowded = requestText('POST /mcp HTTP/1.1', PING, ['Host: localhost', ...many]);
      expect(statusIn(await server.client.raw(crowded))).toBeLessThan(500);
    });

    it('is answered in a bounded form, however long what was sent', async () => {
      const long = 'x'.repeat(10_000);
      const answers = await Promise.all([
        server.client.post(legacy(long)),
        server.client.post(legacy('tools/call', { name: long })),
        server.client.post(...CALLS.modern(long)),
        server.client.post(modern('tools/list'), {
          ...modernHeaders('tools/list'),
          'mcp-method': long.slice(0, 5000),
        }),
        server.client.post(legacy('tools/list'), { 'mcp-protocol-version': long.slice(0, 5000) }),
        server.client.post(modern(long), modernHeaders(long.slice(0, 5000))),
      ]);
      for (const { text, status } of answers) {
        expect(status).toBeLessThan(500);
        expect(text.length).toBeLessThan(1500);
      }
    });

    it('cannot forge a line of a log that prints what it is told', async () => {
      const answer = await server.client.post(
        legacy('x\n[Nest] ERROR \u001b[31mforged\u2028\u202e'),
      );
      expect(answer.json().error?.message).toMatch(/^Method not found: [^\p{Cc}\p{Zl}\u202e]*$/u);
    });
  });

  it.each(['CONNECT', 'TRACE', 'PROPFIND', 'MKCOL', 'SEARCH', 'NONSENSE'])(
    'who uses the method %s is served nothing',
    async (method) => {
      const answer = await server.client.raw(requestText(`${method} /mcp HTTP/1.1`, PING));
      expect(answer).not.toContain('"result"');
      expect(answer === '' ? 405 : statusIn(answer)).toBeGreaterThanOrEqual(400);
      expect(answer === '' ? 405 : statusIn(answer)).toBeLessThan(500);
    },
  );

  it('who overrides the method is taken at the word of the request line', async () => {
    for (const name of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
      const answer = await server.client.send(
        'GET',
        '/mcp',
        { [name]: 'POST', ...JSON_TYPE },
        PING,
      );
      expect(answer.status).toBe(405);
    }
  });
});

@Injectable()
class BankTools {
  readonly paid: unknown[] = [];

  @Tool({ name: 'pay', description: 'Pays', scopes: ['pay', 'all'], mutating: true })
  pay(@ToolParam('to', { description: 'To whom' }) to: string, @ToolCtx() context: ToolContext) {
    context.reportProgress({ progress: 1 });
    this.paid.push(to);
    return 'paid';
  }

  @Tool({ name: 'wire', description: 'Pays after a question', confirm: true, mutating: true })
  wire(@ToolParam('to', { description: 'To whom' }) to: string) {
    this.paid.push(to);
    return 'wired';
  }

  @Tool({ name: 'claim', description: 'Says who calls', readOnly: true })
  claim(
    @ToolParam('principal', { description: 'Who one claims to be' }) claimed: string,
    @ToolParam('scopes', { description: 'What one claims to have' }) scopes: string,
    @ToolCtx() context: ToolContext,
  ) {
    return { claimed, scopes, principal: context.principal, owned: context.scopes };
  }
}

/** Holds calls before they begin, and answers for others. */
@Injectable()
class Doorman {
  readonly held: (() => void)[] = [];
  offers: unknown;

  @OnToolExecuting()
  hold({ name }: ToolExecutingEvent): Promise<void> | undefined {
    return name === 'pay' && this.offers === undefined && this.isHolding
      ? new Promise((resolve) => this.held.push(resolve))
      : undefined;
  }

  isHolding = false;

  @OnMcpRequest()
  offer(event: McpRequestEvent): void {
    if (event.method === 'tools/call' && this.offers !== undefined)
      event.slot.shortCircuit(this.offers);
  }
}

describe.each(ADAPTERS)('an attacker with a token on $platform', (platform) => {
  let server: RunningServer;
  let bank: BankTools;
  let door: Doorman;
  let audit: MemoryAuditSink;
  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  beforeEach(async () => {
    audit = new MemoryAuditSink(1000);
    server = await startServer(platform, {
      imports: [EventEmitterModule.forRoot()],
      providers: [BankTools, Doorman],
      runtime: { ...ANYBODY, providers: [{ provide: AuditSinks, useValue: [audit] }] },
      options: {
        auth: {
          publicUrl: 'http://localhost/mcp',
          authorizationServers: ['https://login.example.com'],
        },
      },
      extras: {
        providers: [
          {
            provide: TokenValidator,
            useValue: StaticTokenValidator.of({
              ann: { id: 'ann', scopes: ['pay'] },
              bob: { id: 'bob', scopes: [] },
            }),
          },
        ],
      },
    });
    bank = server.app.get(BankTools);
    door = server.app.get(Doorman);
  });
  afterEach(() => server.app.close());

  it.each(['legacy', 'modern'] as const)(
    'who lacks a scope is told so before a stream could begin (%s)',
    async (era) => {
      const [message, headers] = CALLS[era]('pay', { to: 'x' });
      const { params } = message as unknown as { params: { _meta?: object } };
      params._meta = { ...params._meta, progressToken: 'p' };
      const answer = await server.client.post(message, {
        ...headers,
        ...as('bob'),
        accept: 'text/event-stream',
      });
      expect(answer.status).toBe(403);
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.headers['www-authenticate']).toMatch(
        /^Bearer error="insufficient_scope", scope="[^"]*pay[^"]*", resource_metadata="/,
      );
      expect(bank.paid).toEqual([]);
      expect(audit.records.map(({ outcome, principal }) => [outcome, principal])).toEqual([
        ['denied', 'bob'],
      ]);
    },
  );

  it('is not let in by a listener that answers for the tool', async () => {
    door.offers = { content: [{ type: 'text', text: 'secret' }] };
    const denied = await server.client.post(CALLS.legacy('pay', { to: 'x' })[0], as('bob'));
    expect([denied.status, denied.text.includes('secret')]).toEqual([403, false]);
    const allowed = await server.client.post(CALLS.legacy('pay', { to: 'x' })[0], as('ann'));
    expect(allowed.json().result).toMatchObject({ content: [{ text: 'secret' }] });
    expect(bank.paid).toEqual([]);
  });

  it('is who the token says, whatever the arguments claim', async () => {
    const [message] = CALLS.legacy('claim', { principal: 'boss', scopes: '*' });
    const { content } = (await server.client.post(message, as('bob'))).json().result as {
      content: [{ text: string }];
    };
    expect(JSON.parse(content[0].text)).toEqual({
      claimed: 'boss',
      scopes: '*',
      principal: 'bob',
      owned: [],
    });
  });

  it('cannot redeem a confirmation of somebody else, nor burn it', async () => {
    const call = async (who: string, args: object) =>
      (await server.client.post(CALLS.legacy('wire', args)[0], as(who))).json().result as {
        content: [{ text: string }];
        structuredContent?: { confirm_token: string };
        isError?: boolean;
      };
    const asked = await call('ann', { to: 'shop' });
    const token = asked.structuredContent?.confirm_token;
    const stolen = await call('bob', { to: 'bob', confirm_token: token });
    expect(stolen.isError).toBe(true);
    expect(stolen.content[0].text).toMatch(/Invalid or expired/);
    expect(bank.paid).toEqual([]);
    await call('ann', { to: 'elsewhere', confirm_token: token });
    await call('ann', { to: 'again', confirm_token: token });
    expect(bank.paid).toEqual(['shop']);
  });

  it('cannot cancel for anybody else, and who cancels before the tool begins prevents it', async () => {
    door.isHolding = true;
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const asked = server.client.post(CALLS.legacy('pay', { to: 'x' })[0], as('ann'));
    while (door.held.length === 0) await pause();
    for (const requestId of ['1', 2, null, {}, '__proto__'])
      await server.client.post({ ...cancel, params: { requestId } }, as('ann'));
    expect((await server.client.post(cancel, as('bob'))).status).toBe(202);
    expect((await server.client.post(cancel, as('ann'))).status).toBe(202);
    expect((await server.client.post(cancel, as('ann'))).status).toBe(202);
    for (const release of door.held) release();
    expect(await asked).toMatchObject({ status: 202, text: '' });
    expect(bank.paid).toEqual([]);
    expect(audit.records.map(({ outcome, principal }) => [outcome, principal])).toEqual([
      ['cancelled', 'ann'],
    ]);
  });

  it.each([
    ['modern', 'cancelled', []],
    ['legacy', 'executed', ['x']],
  ] as const)(
    'who hangs up before the tool begins is a %s client: the call is %s',
    async (era, outcome, paid) => {
      door.isHolding = true;
      const [message, headers] = CALLS[era]('pay', { to: 'x' });
      const body = JSON.stringify(message);
      const socket = connect(server.port, '127.0.0.1');
      socket.write(
        requestText('POST /mcp HTTP/1.1', body, [
          'Host: localhost',
          'Authorization: Bearer ann',
          `Content-Length: ${body.length}`,
          ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ]),
      );
      while (door.held.length === 0) await pause();
      socket.destroy();
      while ((await openConnections(server)) > 0) await pause();
      for (const release of door.held) release();
      while (audit.records.length === 0) await pause();
      expect(audit.records.map((record) => record.outcome)).toEqual([outcome]);
      expect(bank.paid).toEqual(paid);
    },
  );
});
