import { ToolContext } from '@toolgate/tool-runtime';
import fc from 'fast-check';
import { LogRecorder } from '../../../../test/support/log-recorder.js';
import { REQUEST_ID_KEY } from '../protocol/meta-keys.js';
import {
  DeskTools,
  ENVELOPE,
  ann,
  bootServer,
  errorOf,
  legacy,
  listening,
  modern,
  overHttp,
  resultOf,
} from './mcp-server.fixture.js';
import type { RunningServer } from './mcp-server.fixture.js';

let server: RunningServer;
let tools: DeskTools;
beforeAll(async () => {
  server = await bootServer([DeskTools]);
  tools = server.app.get(DeskTools, { strict: false });
});
afterAll(() => server.app.close());
beforeEach(() => tools.calls.splice(0));

const handle = (message: unknown, context: ToolContext | undefined = ann) =>
  server.mcp.handle(message, context);

describe('a message', () => {
  it.each([[[]], [[legacy('ping'), legacy('ping')]]])(
    'that is a batch is refused',
    async (batch) => {
      expect(await handle(batch)).toEqual({
        jsonrpc: '2.0',
        error: { code: -32600, message: 'Batch requests are not supported' },
      });
    },
  );

  it.each([null, 1.5, {}, [], true])(
    'with the id %j is invalid and answered without id',
    async (id) => {
      const response = await handle(legacy('ping', undefined, id));
      expect(errorOf(response).code).toBe(-32600);
      expect(response).not.toHaveProperty('id');
    },
  );

  it.each([0, '', '1', 1, -1])('with the id %j is answered under exactly it', async (id) => {
    expect(await handle(legacy('ping', undefined, id))).toEqual({ jsonrpc: '2.0', id, result: {} });
  });

  it.each(['1.0', undefined, 2])('of JSON-RPC %j is invalid', async (jsonrpc) => {
    const response = await handle({ jsonrpc, id: 1, method: 'ping' });
    expect(response).toMatchObject({ id: 1, error: { code: -32600 } });
  });

  it('without a method is invalid', async () => {
    expect(errorOf(await handle({ jsonrpc: '2.0', id: 1 })).code).toBe(-32600);
  });

  it.each([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['a notification nobody knows', { jsonrpc: '2.0', method: 'notifications/roots/list_changed' }],
    ['initialize without id', { jsonrpc: '2.0', method: 'initialize', params: {} }],
    ['a malformed notification', { jsonrpc: '1.0', method: 'x' }],
    [
      'a modern notification of a version not served',
      {
        jsonrpc: '2.0',
        method: 'x',
        params: { _meta: { ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' } },
      },
    ],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
    ['an error response', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } }],
  ])('that is %s is not answered', async (_, message) => {
    expect(await handle(message)).toBeNull();
  });

  it.each([undefined, null, 42, 'x', () => 1])('that is %p is invalid', async (message) => {
    expect(errorOf(await handle(message)).code).toBe(-32600);
  });

  it('that throws when it is looked at is an internal error', async () => {
    const log = LogRecorder.start();
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
      },
    );
    expect(errorOf(await handle(hostile)).code).toBe(-32603);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(errorOf(await handle(proxy)).code).toBe(-32603);
    log.stop();
    expect(log.texts('error').join('\n')).toContain(ann.requestId);
  });

  it('is never taken for one because of what it inherits', async () => {
    const message = JSON.parse('{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"id":2}}');
    expect(errorOf(await handle(message)).code).toBe(-32600);
  });
});

describe('whatever is sent', () => {
  const anything = fc.anything({ maxDepth: 3, withBigInt: true, withNullPrototype: true });
  const method = fc.constantFrom(
    'initialize',
    'tools/list',
    'tools/call',
    'logging/setLevel',
    'server/discover',
    'x',
  );
  const message = fc.oneof(
    anything,
    fc.record({
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.nat(), anything),
      method,
      params: anything,
    }),
    fc
      .tuple(
        method,
        fc.dictionary(fc.constantFrom('name', 'arguments', 'cursor', 'level', '_meta'), anything),
        fc.dictionary(
          fc.constantFrom('progressToken', 'dev.toolgate/mode', 'traceparent'),
          anything,
        ),
      )
      .map(([name, params, meta]) => modern(name, params, meta)),
  );

  it('is answered with something that can be sent, or not at all', async () => {
    const log = LogRecorder.start();
    await fc.assert(
      fc.asyncProperty(message, async (sent) => {
        const response = await handle(sent);
        if (response === null) return;
        const { jsonrpc, ...rest } = JSON.parse(JSON.stringify(response)) as Record<
          string,
          unknown
        >;
        expect(jsonrpc).toBe('2.0');
        expect(['result', 'error'].filter((name) => name in rest)).toHaveLength(1);
        expect([undefined, 'string', 'number']).toContain(
          rest['id'] === undefined ? undefined : typeof rest['id'],
        );
      }),
      { numRuns: 500 },
    );
    log.stop();
    expect(tools.calls.filter((called) => typeof called !== 'string')).toEqual([]);
  });
});

describe('tools/call as a notification', () => {
  it('is never executed', async () => {
    for (const message of [legacy('tools/call'), modern('tools/call')]) {
      const { id: _, ...notification } = message;
      Object.assign((notification.params ??= {}), { name: 'echo', arguments: { text: 'x' } });
      expect(await handle(notification)).toBeNull();
    }
    expect(tools.calls).toEqual([]);
  });
});

describe('a caller', () => {
  it.each([undefined, null, {}, 'cli', { channel: 'cli', principal: 'root', scopes: ['*'] }])(
    'that comes as %p is anonymous',
    async (context) => {
      const message = legacy('tools/call', { name: 'echo', arguments: { text: 'x' } });
      const response = await server.mcp.handle(message, context as never);
      expect(resultOf(response)).toMatchObject({ isError: true });
      expect(tools.calls).toEqual([]);
      expect(resultOf(await server.mcp.handle(legacy('tools/list'), context as never))).toEqual({
        tools: [],
      });
    },
  );

  it('is who the transport says, on the channel it says', async () => {
    const web = ToolContext.web({ principal: 'bob', requestId: 'req-1' });
    const result = resultOf(await handle(legacy('tools/call', { name: 'who' }), web));
    expect(JSON.parse((result['content'] as { text: string }[])[0]!.text)).toMatchObject({
      principal: 'bob',
      channel: 'web',
      requestId: 'req-1',
    });
    expect(result['_meta']).toMatchObject({ [REQUEST_ID_KEY]: 'req-1' });
    expect(server.records().at(-1)).toMatchObject({ requestId: 'req-1', principal: 'bob' });
  });

  it('of standard input has a request id of its own for every message', async () => {
    const exchange = {
      transport: 'stdio',
      pushes: true,
      signal: undefined,
      notify: () => undefined,
    } as const;
    const message = legacy('tools/call', { name: 'echo', arguments: { text: 'x' } });
    await server.mcp.handle(message, ann, exchange);
    await server.mcp.handle(message, ann, exchange);
    const [one, other] = server.records().slice(-2);
    expect(new Set([one!.requestId, other!.requestId, ann.requestId]).size).toBe(3);
  });
});

describe('the legacy handshake', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
  ])('asked for %s agrees on %s', async (asked, agreed) => {
    const message = legacy('initialize', {
      protocolVersion: asked,
      capabilities: {},
      clientInfo: {},
    });
    expect(resultOf(await handle(message))).toEqual({
      protocolVersion: agreed,
      capabilities: { tools: {}, logging: {} },
      serverInfo: { name: 'desk', version: '1.2.3' },
    });
  });

  it('needs to know which version the client speaks', async () => {
    expect(errorOf(await handle(legacy('initialize', {}))).code).toBe(-32602);
  });

  it('does not care for a version header on initialize, and refuses one it does not know elsewhere', async () => {
    const strange = overHttp({ 'mcp-protocol-version': '2025-01-01' });
    const hello = legacy('initialize', { protocolVersion: '2025-11-25' });
    expect(resultOf(await server.mcp.handle(hello, ann, strange))).toBeDefined();
    expect(await server.mcp.receive(legacy('tools/list'), ann, strange)).toMatchObject({
      origin: 'envelope',
      error: { code: -32600, data: { requested: '2025-01-01' } },
    });
    // A probe learns first that the method is unknown.
    expect(await server.mcp.receive(legacy('server/discover'), ann, strange)).toMatchObject({
      origin: 'handler',
      error: { code: -32601 },
    });
  });

  it('passes instructions on', async () => {
    const other = await bootServer([], { instructions: 'Ask first.' });
    const message = legacy('initialize', { protocolVersion: '2025-11-25' });
    expect(resultOf(await other.mcp.handle(message, ann))['instructions']).toBe('Ask first.');
    expect(resultOf(await other.mcp.handle(modern('server/discover'), ann))['instructions']).toBe(
      'Ask first.',
    );
    await other.app.close();
  });
});

describe('a modern request', () => {
  it('learns what the server is and can', async () => {
    expect(resultOf(await handle(modern('server/discover')))).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true }, logging: {} },
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'desk', version: '1.2.3' } },
    });
  });

  it.each(['v999.0.0', '2025-11-25', '2027-01-01'])(
    'of version %s is told which ones there are',
    async (version) => {
      const message = modern(
        'tools/list',
        {},
        { 'io.modelcontextprotocol/protocolVersion': version },
      );
      expect(await server.mcp.receive(message, ann, listening())).toMatchObject({
        origin: 'envelope',
        error: { code: -32022, data: { supported: ['2026-07-28'], requested: version } },
      });
    },
  );

  it.each([
    'initialize',
    'ping',
    'logging/setLevel',
    'resources/list',
    'prompts/get',
    'completion/complete',
    'tasks/get',
    '__proto__',
    'constructor',
    '',
  ])('does not find the method %j', async (method) => {
    expect(await server.mcp.receive(modern(method), ann, listening())).toMatchObject({
      id: 1,
      error: { code: -32601 },
      origin: 'envelope',
      status: 404,
    });
  });

  it('is held against its HTTP headers: version before headers before method', async () => {
    const receive = (message: object, headers: Record<string, string>) =>
      server.mcp.receive(message, ann, overHttp(headers));
    const good = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
    expect(await receive(modern('tools/list'), good)).toHaveProperty('resultJson');
    const future = { 'io.modelcontextprotocol/protocolVersion': '2030-01-01' };
    for (const [message, headers, code] of [
      [modern('tools/list', {}, future), {}, -32022],
      [modern('tools/list'), {}, -32020],
      [modern('nope'), {}, -32020],
      [modern('nope'), { ...good, 'mcp-method': 'nope' }, -32601],
      [modern('tools/call', { name: 'echo' }), { ...good, 'mcp-method': 'tools/call' }, -32020],
    ] as const)
      expect(await receive(message, headers)).toMatchObject({
        origin: 'envelope',
        error: { code },
      });
  });

  it('needs no headers where there are none', async () => {
    expect(resultOf(await handle(modern('tools/list')))).toMatchObject({ resultType: 'complete' });
  });
});

describe('a legacy request', () => {
  it.each(['resources/list', 'prompts/list', 'completion/complete', 'server/discover', 'nope'])(
    'does not find the method %s',
    async (method) => {
      expect(await server.mcp.receive(legacy(method), ann, listening())).toEqual({
        id: 1,
        error: { code: -32601, message: `Method not found: ${method}` },
        origin: 'handler',
      });
    },
  );

  it('sets the level of log messages for its session', async () => {
    const session = {
      id: 's',
      protocolVersion: '2025-11-25',
      clientCapabilities: {},
      clientInfo: undefined,
      logLevel: undefined,
    };
    const exchange = listening({ session });
    expect(
      resultOf(
        await server.mcp.handle(legacy('logging/setLevel', { level: 'error' }), ann, exchange),
      ),
    ).toEqual({});
    expect(session.logLevel).toBe('error');
    for (const level of ['loud', 1, undefined])
      expect(errorOf(await handle(legacy('logging/setLevel', { level }))).code).toBe(-32602);
    expect(resultOf(await handle(legacy('logging/setLevel', { level: 'debug' })))).toEqual({});
  });
});

describe('a server of one era', () => {
  it('that is modern tells legacy clients what it speaks, and drops what they only say', async () => {
    const { mcp, app } = await bootServer([DeskTools], { eras: 'modern' });
    expect(
      errorOf(await mcp.handle(legacy('initialize', { protocolVersion: '2025-11-25' }), ann)),
    ).toEqual({
      code: -32022,
      message: 'Unsupported protocol version: 2025-11-25',
      data: { supported: ['2026-07-28'], requested: '2025-11-25' },
    });
    expect(errorOf(await mcp.handle(legacy('tools/list'), ann)).data).toEqual({
      supported: ['2026-07-28'],
    });
    expect(
      await mcp.handle({ jsonrpc: '2.0', method: 'notifications/initialized' }, ann),
    ).toBeNull();
    expect(errorOf(await mcp.handle({ jsonrpc: '2.0', id: 1, result: {} }, ann)).code).toBe(-32600);
    expect(resultOf(await mcp.handle(modern('tools/list'), ann))).toHaveProperty('tools');
    await app.close();
  });

  it('that is legacy knows nothing of the modern one', async () => {
    const { mcp, app } = await bootServer([DeskTools], { eras: 'legacy' });
    expect(errorOf(await mcp.handle(modern('server/discover'), ann)).code).toBe(-32601);
    expect(resultOf(await mcp.handle(modern('tools/list'), ann))).not.toHaveProperty('resultType');
    const header = overHttp({ 'mcp-protocol-version': '2026-07-28' });
    expect(errorOf(await mcp.handle(legacy('tools/list'), ann, header)).code).toBe(-32600);
    await app.close();
  });
});

describe('scopes', () => {
  const bob = ToolContext.mcp({ principal: 'bob', scopes: ['orders:read'] });
  const missing = (name: unknown, context: ToolContext, method = 'tools/call') =>
    server.mcp.requiredScopesMissing(legacy(method, { name }), context);

  it('are asked for when they are what a call lacks, and the refusal is audited', () => {
    expect(missing('admin', bob)).toEqual(['admin:read']);
    expect(server.records().at(-1)).toMatchObject({
      tool: 'admin',
      outcome: 'denied',
      principal: 'bob',
      reasonCode: 'missing_scope',
    });
  });

  it('are not asked for when they are there, or would not help', () => {
    const before = server.records().length;
    expect(
      missing('admin', ToolContext.mcp({ principal: 'c', scopes: ['admin:all'] })),
    ).toBeUndefined();
    expect(missing('echo', bob)).toBeUndefined();
    expect(missing('admin', ToolContext.mcp({ principal: null }))).toBeUndefined();
    expect(missing('nope', bob)).toBeUndefined();
    expect(missing(7, bob)).toBeUndefined();
    expect(missing('admin', bob, 'tools/list')).toBeUndefined();
    expect(server.mcp.requiredScopesMissing([], bob)).toBeUndefined();
    expect(server.records()).toHaveLength(before);
  });
});
