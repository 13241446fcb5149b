import { HttpException, Injectable } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { JsonRpcService, OnMcpRequest } from '@toolgate/mcp';
import type { McpRequestEvent } from '@toolgate/mcp';
import { Tool, ToolParam } from '@toolgate/tool-runtime';
import { throwError } from 'rxjs';
import {
  ADAPTERS,
  CALLS,
  legacy,
  modern,
  modernHeaders,
  startServer,
} from './mcp-server.fixture.js';
import type { RunningServer } from './mcp-server.fixture.js';

const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';
const INITIALIZE = legacy('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'client', version: '1' },
});
const NOISY = 'S3NT1NEL-7f2c';

@Injectable()
class OddTools {
  @Tool({ name: 'update', description: 'Takes structured arguments', readOnly: true })
  update(
    @ToolParam('id', { description: 'Which', type: 'integer', clamp: [1, 100] }) id: number,
    @ToolParam('patch', {
      description: 'What',
      type: 'object',
      properties: { title: { type: 'string' } },
    })
    patch: object,
    @ToolParam('note', { description: 'Free text', required: false }) note?: string,
  ) {
    return { id, patch, note };
  }

  @Tool({
    name: 'lies',
    description: 'Breaks its own promise',
    readOnly: true,
    output: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
  })
  lies() {
    return { total: 'many' };
  }

  @Tool({
    name: 'route',
    description: 'Is routed by headers',
    readOnly: true,
    input: {
      type: 'object',
      properties: {
        city: { type: 'string', 'x-mcp-header': 'City' },
        amount: { type: 'integer', 'x-mcp-header': 'Amount' },
        fast: { type: 'boolean', 'x-mcp-header': 'Fast' },
      },
    },
  })
  route() {
    return 'routed';
  }

  @Tool({ name: 'throws', description: 'Throws whatever it is told to' })
  throws(@ToolParam('what', { description: 'Which' }) what: string) {
    return THROWN[what as keyof typeof THROWN]();
  }
}

const withGetter = (): Error =>
  Object.defineProperty(new Error('x'), 'message', {
    get: () => {
      throw new Error(NOISY);
    },
  });
/** Everything a method may throw, and some ways to. */
const THROWN = {
  text: () => {
    throw 'boom';
  },
  nothing: () => {
    throw null;
  },
  object: () => {
    throw { code: 42, password: NOISY };
  },
  conflict: () => {
    throw new HttpException({ a: 1 }, 409);
  },
  rejection: () => Promise.reject(),
  getter: () => {
    throw withGetter();
  },
  several: () => {
    throw new AggregateError([new Error(NOISY)], `password=${NOISY}`);
  },
  long: () => {
    throw new Error(NOISY + 'x'.repeat(1_000_000));
  },
  request: () => {
    throw Object.assign(new Error('Request failed'), {
      config: { headers: { Authorization: `Bearer ${NOISY}` } },
    });
  },
  later: async () => {
    await Promise.resolve();
    throw new Error(`postgres://user:${NOISY}@db/x`);
  },
  observable: () => throwError(() => new Error(`token=${NOISY}`)),
} as const;

interface CallResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
}

describe.each(ADAPTERS)('what real clients send to $platform', (platform) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer(platform, { providers: [OddTools] });
  });
  afterAll(() => server.app.close());

  const post = (...parameters: Parameters<RunningServer['client']['post']>) =>
    server.client.post(...parameters);
  const call = async (name: string, args: object, more: object = {}) =>
    (await post(legacy('tools/call', { name, arguments: args, ...more }))).json()
      .result as unknown as CallResult;
  const told = async (...parameters: Parameters<typeof post>) => {
    const answer = await post(...parameters);
    return [answer.status, answer.json().error?.code, answer.json().error?.message ?? ''] as const;
  };

  it('one header of last year on a request of this year: both versions are named', async () => {
    const [message, headers] = CALLS.modern('echo', { text: 'x' });
    const [status, code, text] = await told(message, {
      ...headers,
      'mcp-protocol-version': '2025-11-25',
    });
    expect([status, code]).toEqual([400, -32020]);
    expect(text).toMatch(/2025-11-25.*2026-07-28/);
  });

  it.each([
    [{}, /_meta/],
    [{ _meta: {} }, /protocolVersion, io\.modelcontextprotocol\/clientCapabilities/],
    [{ _meta: { [PROTOCOL_VERSION]: '2026-07-28' } }, /clientCapabilities/],
  ])(
    'a header of this year without the envelope (%j): what is missing is named',
    async (params, missing) => {
      const [status, code, text] = await told(
        legacy('tools/call', { name: 'echo', arguments: { text: 'x' }, ...params }),
        modernHeaders('tools/call', 'echo'),
      );
      expect([status, code]).toEqual([400, -32602]);
      expect(text).toMatch(missing);
    },
  );

  it('a version of last year in the envelope: the versions that have one are named', async () => {
    const message = modern('tools/list');
    message.params._meta[PROTOCOL_VERSION] = '2025-11-25';
    const answer = await post(message);
    expect(answer.status).toBe(400);
    expect(answer.json().error).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '2025-11-25' },
    });
  });

  it('a log level that is none in the envelope: refused like the rest of the envelope', async () => {
    const message = modern('tools/list');
    Object.assign(message.params._meta, { 'io.modelcontextprotocol/logLevel': 'loud' });
    expect((await told(message, modernHeaders('tools/list'))).slice(0, 2)).toEqual([400, -32602]);
  });

  it.each([
    'prompts/list',
    'resources/list',
    'resources/templates/list',
    'prompts/get',
    'completion/complete',
  ])(
    '%s though it is not offered: an answer, and not a status that ends the connection',
    async (method) => {
      expect((await told(legacy(method))).slice(0, 2)).toEqual([200, -32601]);
      const { capabilities } = (await post(INITIALIZE)).json().result as { capabilities: object };
      expect(Object.keys(capabilities).sort()).toEqual(['logging', 'tools']);
    },
  );

  it.each(['logging/setLevel', 'ping', 'tools/list'])(
    '%s before the handshake: served',
    async (method) => {
      const answer = await post(legacy(method, { level: 'debug' }));
      expect([answer.status, answer.json().error]).toEqual([200, undefined]);
    },
  );

  it('members that nobody knows, in params and in _meta: taken', async () => {
    const result = await call(
      'echo',
      { text: 'hi' },
      {
        _meta: {
          progressToken: 0,
          'claudecode/toolUseId': 'x',
          'openai/userAgent': 'y',
          com: null,
        },
        task: { ttl: 1 },
        vendor: [],
      },
    );
    expect(result).toMatchObject({ content: [{ text: 'Echo: hi' }] });
    expect(result.isError).toBeUndefined();
  });

  it.each([
    'notifications/initialized',
    'notifications/roots/list_changed',
    'notifications/vendor/anything',
    'notifications/cancelled',
    'not/even/one',
    '__proto__',
  ])('the notification %s: taken without a word', async (method) => {
    for (const params of [undefined, {}, { requestId: null }, { requestId: {} }]) {
      const answer = await post({ jsonrpc: '2.0', method, ...(params && { params }) });
      expect([answer.status, answer.text]).toEqual([202, '']);
    }
  });

  it.each([null, 1.5, true, [], {}, 2 ** 60])('the id %p: refused without an id', async (id) => {
    const answer = await post(legacy('ping', undefined, id));
    expect([answer.status, answer.json().error?.code]).toEqual([400, -32600]);
    expect(answer.json()).not.toHaveProperty('id');
  });

  it('structured arguments as text: put right where only structure fits', async () => {
    const result = await call('update', { id: '7', patch: '{"title":"x"}', note: '{"keep":"me"}' });
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual({
      id: 7,
      patch: { title: 'x' },
      note: '{"keep":"me"}',
    });
  });

  it.each([
    [{ id: 'seven', patch: {} }, /id.*integer/],
    [{ id: 7, patch: '[1,2]' }, /patch.*object/],
    [{ id: 7, patch: '{bad' }, /patch.*object/],
    [{ id: 7, patch: {}, nte: 'x' }, /nte.*note/],
    [{ id: 7 }, /patch/],
  ])(
    'arguments that cannot be put right (%j): the model is told what to change',
    async (args, hint) => {
      const result = await call('update', args);
      expect(result.isError).toBe(true);
      expect(result.content[0]?.text).toMatch(hint);
      expect(result).not.toHaveProperty('structuredContent');
    },
  );

  it('a tool that breaks its own output: an error without structured content', async () => {
    for (const era of ['legacy', 'modern'] as const) {
      const answer = await post(...CALLS[era]('lies'));
      expect(answer.status).toBe(200);
      expect(answer.json().result).toMatchObject({ isError: true });
      expect(answer.json().result).not.toHaveProperty('structuredContent');
    }
  });

  it('a list: on one page, the same every time, in schemas that every host takes', async () => {
    const list = await post(legacy('tools/list'));
    expect((await post(legacy('tools/list'))).text).toBe(list.text);
    const { tools, nextCursor } = list.json().result as {
      nextCursor?: string;
      tools: { name: string; inputSchema: Record<string, unknown> }[];
    };
    expect(nextCursor).toBeUndefined();
    for (const { name, inputSchema } of tools) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) });
      for (const keyword of ['anyOf', 'oneOf', 'allOf', '$ref'])
        expect(inputSchema).not.toHaveProperty(keyword);
      for (const property of Object.values(inputSchema['properties'] as Record<string, object>))
        expect(property).toHaveProperty('type');
    }
  });

  it('an old version on initialize: no event comes before the answer', async () => {
    const old = legacy('initialize', { protocolVersion: '1999-01-01', capabilities: {} });
    const answer = await post(old, { accept: 'text/event-stream' });
    expect(answer.text).toMatch(/^event: message\ndata: \{"jsonrpc":"2\.0","id":1,"result"/);
    expect(answer.events()).toHaveLength(1);
  });

  it('anything wrong on the legacy era: never an error that only modern servers give', async () => {
    const wrong = [
      legacy('tools/call', { name: 'route', arguments: { city: 'x' } }),
      legacy('tools/call', { name: 'nope' }),
      legacy('nope'),
      legacy('tools/list', { cursor: 'x' }),
      legacy('initialize', {}),
      legacy('tools/call', {}),
    ];
    for (const version of [undefined, '2025-11-25', '2025-03-26', '1999-01-01'])
      for (const message of wrong) {
        const answer = await post(message, {
          'mcp-protocol-version': version,
          'mcp-method': 'other',
          'mcp-name': 'other',
          'mcp-param-city': 'other',
        });
        const code = answer.json().error?.code ?? 0;
        expect(code < -32099 || code > -32020).toBe(true);
      }
  });

  describe('a tool that throws', () => {
    it.each(Object.keys(THROWN))(
      'gives the model an error that says something and shows nothing (%s)',
      async (what) => {
        const answer = await post(CALLS.legacy('throws', { what })[0]);
        expect(answer.status).toBe(200);
        const { isError, content } = answer.json().result as unknown as CallResult;
        expect(isError).toBe(true);
        expect(content[0]?.text).toMatch(/\S/);
        expect(content[0]?.text).not.toMatch(/undefined|\[object|\n\s+at /);
        expect(answer.text.length).toBeLessThan(2000);
        expect(answer.text).not.toContain(NOISY);
        expect((await call('echo', { text: 'hi' })).content[0]?.text).toBe('Echo: hi');
      },
    );

    it('keeps its secrets out of the log as well', async () => {
      for (const what of ['object', 'several', 'request', 'later', 'observable'])
        await call('throws', { what });
      const lines = server.log.lines.map(({ text }) => text).join('\n');
      expect(lines).not.toContain(NOISY.concat('@'));
      expect(lines).not.toContain(`Bearer ${NOISY}`);
      expect(lines).not.toContain(`password=${NOISY}`);
      expect(lines).not.toContain(`token=${NOISY}`);
    });
  });

  describe('arguments repeated in headers', () => {
    const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;
    const route = (args: object, headers: Record<string, string>) =>
      post(modern('tools/call', { name: 'route', arguments: args }), {
        ...modernHeaders('tools/call', 'route'),
        ...headers,
      });

    it.each<[string, object, Record<string, string>]>([
      ['a text', { city: 'Rome' }, { 'mcp-param-city': 'Rome' }],
      ['a text in another script', { city: 'Þórshöfn' }, { 'mcp-param-city': base64('Þórshöfn') }],
      ['a number with zeros', { amount: 42 }, { 'mcp-param-amount': '42.0' }],
      ['a truth', { fast: true }, { 'MCP-PARAM-FAST': 'true' }],
      ['nothing', {}, {}],
      ['null', { city: null }, {}],
      ['a marker without an end', { city: '=?base64?x' }, { 'mcp-param-city': '=?base64?x' }],
      [
        'a marker in capitals',
        { city: '=?BASE64?eA==?=' },
        { 'mcp-param-city': '=?BASE64?eA==?=' },
      ],
      [
        'a text that looks encoded',
        { city: '=?base64?eA==?=' },
        { 'mcp-param-city': base64('=?base64?eA==?=') },
      ],
      ['space around', { city: 'Rome' }, { 'mcp-param-city': '  Rome\t' }],
    ])('agree: %s', async (_what, args, headers) => {
      expect((await route(args, headers)).json().result).toMatchObject({
        content: [{ text: 'routed' }],
      });
    });

    it.each<[string, object, Record<string, string>]>([
      ['another text', { city: 'Rome' }, { 'mcp-param-city': 'rome' }],
      ['a header that is missing', { city: 'Rome' }, {}],
      ['a header alone', {}, { 'mcp-param-city': 'Rome' }],
      ['a header beside null', { city: null }, { 'mcp-param-city': 'null' }],
      ['base64 that is none', { city: 'x' }, { 'mcp-param-city': '=?base64?!!?=' }],
      ['base64 of no text', { city: 'x' }, { 'mcp-param-city': '=?base64?/w==?=' }],
      ['base64 without its padding', { city: 'x' }, { 'mcp-param-city': '=?base64?eA?=' }],
      ['another number', { amount: 42 }, { 'mcp-param-amount': '42.5' }],
      ['a number in another notation', { amount: 42 }, { 'mcp-param-amount': '4.2e1' }],
      ['no number', { amount: 42 }, { 'mcp-param-amount': '0x2a' }],
      ['a truth in capitals', { fast: true }, { 'mcp-param-fast': 'TRUE' }],
      ['one of two', { city: 'Rome', fast: true }, { 'mcp-param-city': 'Rome' }],
    ])('disagree: %s', async (_what, args, headers) => {
      const answer = await route(args, headers);
      expect([answer.status, answer.json().error?.code, answer.json().id]).toEqual([
        400, -32020, 1,
      ]);
    });

    it.each([
      ['none', undefined],
      ['another', 'echo'],
      ['the same in capitals', 'ROUTE'],
      ['base64 of another', base64('echo')],
      ['broken base64', '=?base64?cm91dGU?='],
    ])('disagree on the name of the tool: %s', async (_what, name) => {
      const answer = await post(modern('tools/call', { name: 'route', arguments: {} }), {
        ...modernHeaders('tools/call', name),
      });
      expect([answer.status, answer.json().error?.code]).toEqual([400, -32020]);
    });
  });
});

describe.each(ADAPTERS)('what clients send to servers of other kinds on $platform', (platform) => {
  let server: RunningServer;
  afterEach(() => server.app.close());

  it.each([false, {}] as const)(
    'server/discover to one that is legacy (sessions: %j): unknown, and nothing about sessions',
    async (sessions) => {
      server = await startServer(platform, { options: { eras: 'legacy' }, http: { sessions } });
      const answer = await server.client.post(
        modern('server/discover'),
        modernHeaders('server/discover'),
      );
      expect([answer.status, answer.json().error?.code]).toEqual([200, -32601]);
    },
  );

  it('initialize to one that is modern: which versions there are, and no session', async () => {
    server = await startServer(platform, { options: { eras: 'modern' }, http: { sessions: {} } });
    const answer = await server.client.post(INITIALIZE);
    expect(answer.status).toBe(400);
    expect(answer.json().error).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '2025-11-25' },
    });
    expect(answer.headers['mcp-session-id']).toBeUndefined();
    for (const method of ['GET', 'DELETE']) {
      const refused = await server.client.send(method, '/mcp', { 'mcp-session-id': 'x' });
      expect([refused.status, refused.headers.allow]).toEqual([405, 'POST']);
    }
  });

  it('a session of before the restart: begin anew', async () => {
    server = await startServer(platform, { http: { sessions: {} } });
    const before = String((await server.client.post(INITIALIZE)).headers['mcp-session-id']);
    await server.app.close();
    server = await startServer(platform, { http: { sessions: {} } });
    const answer = await server.client.post(legacy('ping', undefined, 'p'), {
      'mcp-session-id': before,
    });
    expect([answer.status, answer.json()]).toEqual([
      404,
      { jsonrpc: '2.0', id: 'p', error: { code: -32001, message: 'Session not found' } },
    ]);
  });

  it('another version than negotiated in a session: served in the negotiated one', async () => {
    server = await startServer(platform, { http: { sessions: {} } });
    const id = String((await server.client.post(INITIALIZE)).headers['mcp-session-id']);
    for (const version of [undefined, '2025-11-25', '2025-06-18', '2025-03-26']) {
      const answer = await server.client.post(legacy('ping'), {
        'mcp-session-id': id,
        'mcp-protocol-version': version,
      });
      expect([version, answer.status]).toEqual([version, 200]);
    }
    const wrong = await server.client.post(legacy('ping'), {
      'mcp-session-id': id,
      'mcp-protocol-version': '1999-01-01',
    });
    expect(wrong.status).toBe(400);
  });

  it('an envelope of the wrong era on initialize: a session all the same', async () => {
    server = await startServer(platform, { http: { sessions: {} } });
    const { params } = INITIALIZE as unknown as { params: object };
    const answer = await server.client.post({
      ...INITIALIZE,
      params: { ...params, _meta: { [PROTOCOL_VERSION]: '2025-11-25' } },
    });
    expect(answer.status).toBe(200);
    const id = String(answer.headers['mcp-session-id']);
    const next = await server.client.post(legacy('ping'), { 'mcp-session-id': id });
    expect(next.json().result).toEqual({});
  });

  it('a success brings no challenge', async () => {
    server = await startServer(platform);
    for (const message of [
      INITIALIZE,
      legacy('tools/list'),
      CALLS.legacy('echo', { text: 'x' })[0],
    ])
      expect((await server.client.post(message)).headers['www-authenticate']).toBeUndefined();
  });
});

/** Answers with objects that have no JSON form of their own. */
@Injectable()
class Trickster {
  static readonly ANSWERS: readonly unknown[] = [
    { toJSON: () => undefined },
    { toJSON: () => 7 },
    {
      get tools(): never {
        throw new Error('no');
      },
    },
    {
      tools: {
        toJSON: () => {
          throw new Error('no');
        },
      },
    },
    Object.create(null, { tools: { value: [], enumerable: true } }),
    new Map([['tools', []]]),
    { _meta: { toJSON: () => undefined } },
  ];
  private turn = 0;

  @OnMcpRequest()
  answer(event: McpRequestEvent): void {
    if (event.method === 'tools/list')
      event.slot.shortCircuit(Trickster.ANSWERS[this.turn++] as object);
  }
}

describe.each(ADAPTERS)('a listener that answers with something odd on $platform', (platform) => {
  it('never makes a response that is none', async () => {
    const server = await startServer(platform, {
      imports: [EventEmitterModule.forRoot()],
      providers: [Trickster],
    });
    const mcp = server.app.get(JsonRpcService, { strict: false });
    const answered = [];
    for (const _answer of Trickster.ANSWERS) answered.push(await mcp.handle(legacy('tools/list')));
    for (const response of answered) {
      const sent = JSON.parse(JSON.stringify(response)) as Record<string, unknown>;
      if (sent['error']) expect(sent['error']).toMatchObject({ code: -32603 });
      else expect(typeof sent['result'] === 'object' && sent['result'] !== null).toBe(true);
    }
    await server.app.close();
  });
});
