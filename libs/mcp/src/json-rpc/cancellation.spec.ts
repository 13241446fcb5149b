import { ToolContext } from '@toolgate/tool-runtime';
import { CLIENT_CAPABILITIES_KEY } from '../protocol/meta-keys.js';
import type { McpExchange } from './mcp-exchange.js';
import {
  DeskTools,
  ann,
  bootServer,
  gate,
  legacy,
  listening,
  modern,
  overHttp,
  resultOf,
} from './mcp-server.fixture.js';
import type { RunningServer } from './mcp-server.fixture.js';

const bob = ToolContext.mcp({ principal: 'bob', scopes: ['*'] });

describe('a request that is cancelled', () => {
  let server: RunningServer;
  let tools: DeskTools;
  beforeEach(async () => {
    server = await bootServer([DeskTools]);
    tools = server.app.get(DeskTools, { strict: false });
  });
  afterEach(() => server.app.close());

  /** Starts a call that waits until `open` is called. */
  function start(
    id: unknown,
    {
      context = ann,
      exchange = listening() as McpExchange,
      era = legacy as typeof legacy | typeof modern,
      name = 'g',
    } = {},
  ) {
    const door = gate();
    tools.gates.set(name, door);
    const params = { name: 'wait', arguments: { gate: name } };
    const message =
      era === legacy ? legacy('tools/call', params, id) : modern('tools/call', params, {}, id);
    return { answer: server.mcp.handle(message, context, exchange), open: door.open };
  }
  const cancel = (requestId: unknown, context = ann, exchange: McpExchange = listening()) =>
    server.mcp.handle(
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 'bored' } },
      context,
      exchange,
    );

  it('ends at once, unanswered and audited', async () => {
    const { answer, open } = start(7);
    expect(await cancel(7)).toBeNull();
    expect(await answer).toBeNull();
    expect(server.records().at(-1)).toMatchObject({ outcome: 'cancelled', code: 'CANCELLED' });
    open();
  });

  it.each([
    ['by somebody else', 7, 7, bob, undefined],
    ['under another type of id', 7, '7', ann, undefined],
    ['under an id nobody uses', 7, 8, ann, undefined],
    ['under what is no id', 7, { a: 1 }, ann, undefined],
    ['from another session', 7, 7, ann, 'other'],
  ])('%s goes on', async (_, id, requestId, context, session) => {
    const { answer, open } = start(id);
    const from =
      session === undefined
        ? listening()
        : listening({
            session: {
              id: session,
              protocolVersion: '2025-11-25',
              clientCapabilities: {},
              clientInfo: undefined,
              logLevel: undefined,
            },
          });
    await cancel(requestId, context, from);
    open();
    expect(resultOf(await answer)).not.toHaveProperty('isError');
  });

  it('goes on when it has a twin nobody can tell it from', async () => {
    const one = start(1, { name: 'a' });
    const other = start(1, { name: 'b' });
    await cancel(1);
    one.open();
    expect(resultOf(await one.answer)).not.toHaveProperty('isError');
    // The one that is left may not be the one that was meant.
    await cancel(1);
    other.open();
    expect(resultOf(await other.answer)).not.toHaveProperty('isError');
    const third = start(1, { name: 'c' });
    await cancel(1);
    expect(await third.answer).toBeNull();
    third.open();
  });

  it('cannot be cancelled any more when it has been answered, nor twice', async () => {
    const { answer, open } = start(7);
    open();
    await answer;
    await cancel(7);
    const next = start(7);
    await cancel(7);
    await cancel(7);
    expect(await next.answer).toBeNull();
    next.open();
  });

  it('is told apart among anonymous callers by where they come from', async () => {
    server.registry.unregister('wait');
    await server.app.close();
    server = await bootServer([DeskTools], {}, { channels: { open: { allowAll: true } } });
    tools = server.app.get(DeskTools, { strict: false });
    const from = (ip: string) => ToolContext.of({ channel: 'open', principal: null, ip });
    const { answer, open } = start(7, { context: from('203.0.113.1') });
    await cancel(7, from('203.0.113.2'));
    let ended = false;
    void answer.then(() => (ended = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(false);
    await cancel(7, from('203.0.113.1'));
    expect(await answer).toBeNull();
    open();
  });

  it('by the going of its sender ends too', async () => {
    for (const era of [legacy, modern]) {
      const controller = new AbortController();
      const { answer, open } = start(7, {
        era,
        exchange: listening({ signal: controller.signal }),
      });
      controller.abort();
      expect(await answer).toBeNull();
      open();
    }
  });

  it('of a sender that has gone already never runs', async () => {
    const { answer, open } = start(7, { exchange: listening({ signal: AbortSignal.abort() }) });
    expect(await answer).toBeNull();
    expect(tools.calls).toEqual([]);
    open();
  });

  it('over modern HTTP is cancelled by hanging up, not by a message', async () => {
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'wait',
    };
    const controller = new AbortController();
    const { answer, open } = start(7, {
      era: modern,
      exchange: overHttp(headers, { signal: controller.signal }),
    });
    const message = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: {
        requestId: 7,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          [CLIENT_CAPABILITIES_KEY]: {},
        },
      },
    };
    await server.mcp.handle(message, ann, overHttp({}));
    let ended = false;
    void answer.then(() => (ended = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(false);
    controller.abort();
    expect(await answer).toBeNull();
    open();
  });

  it('leaves nothing behind', async () => {
    const { InflightRequests } = await import('./inflight-requests.js');
    const inflight = server.app.get(InflightRequests, { strict: false });
    const calls = Array.from({ length: 50 }, (_, id) => start(id % 10, { name: 'x' }));
    for (let id = 0; id < 10; id++) await cancel(id);
    calls.at(-1)!.open();
    tools.gates.get('x');
    for (const { open } of calls) open();
    await Promise.all(calls.map(({ answer }) => answer));
    expect(inflight.size).toBe(0);
  });
});

describe('progress and log', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await bootServer([DeskTools]);
  });
  afterAll(() => server.app.close());

  async function hear(message: object, options: Parameters<typeof listening>[0] = {}) {
    const exchange = listening(options);
    await server.mcp.handle(message, ann, exchange);
    const of = (method: string) =>
      exchange.heard.filter((heard) => heard.method === method).map(({ params }) => params!);
    return { progress: of('notifications/progress'), log: of('notifications/message') };
  }
  const work = (meta: object = {}) => legacy('tools/call', { name: 'work', _meta: meta });

  it('reach the client that asked, the first and the last at least', async () => {
    const { progress } = await hear(work({ progressToken: 0 }));
    expect(progress.map(({ progress: done }) => done)).toEqual([0, 10]);
    expect(progress[0]).toEqual({ progressToken: 0, progress: 0, total: 10, message: 'step 0' });
    expect((await hear(work())).progress).toEqual([]);
  });

  it('go to modern clients only as far as this request asks', async () => {
    const levels = async (logLevel?: string) => {
      const meta = logLevel === undefined ? {} : { 'io.modelcontextprotocol/logLevel': logLevel };
      return (await hear(modern('tools/call', { name: 'work' }, meta))).log.map(
        ({ level }) => level,
      );
    };
    expect(await levels()).toEqual([]);
    expect(await levels('debug')).toEqual(['debug', 'info', 'error']);
    expect(await levels('error')).toEqual(['error']);
  });

  it('go to legacy clients from the level of their session, else from info', async () => {
    expect((await hear(work())).log).toEqual([
      { level: 'info', logger: 'desk', data: { token: '***REDACTED***', step: 'half' } },
      { level: 'error', data: 'trouble' },
    ]);
    const session = {
      id: 's',
      protocolVersion: '2025-11-25',
      clientCapabilities: {},
      clientInfo: undefined,
      logLevel: 'error',
    };
    expect((await hear(work(), { session })).log).toHaveLength(1);
  });
});
