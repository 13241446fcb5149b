import { Injectable } from '@nestjs/common';
import { Tool, ToolContext, ToolResult } from '@toolgate/tool-runtime';
import { isSpecType } from '@modelcontextprotocol/server';
import {
  DeskTools,
  ann,
  bootServer,
  errorOf,
  legacy,
  listening,
  modern,
  overHttp,
  resultOf,
} from '../json-rpc/mcp-server.fixture.js';
import type { RunningServer } from '../json-rpc/mcp-server.fixture.js';
import { LogRecorder } from '../../../../test/support/log-recorder.js';

/** Makes a message of an era. */
type Era = (method: string, params?: Record<string, unknown>) => object;
interface CallResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta: Record<string, unknown>;
}
interface ListResult {
  readonly tools: readonly { readonly name: string; readonly [member: string]: unknown }[];
  readonly nextCursor?: string;
  readonly cacheScope?: string;
  readonly ttlMs?: number;
}

let server: RunningServer;
let tools: DeskTools;
beforeAll(async () => {
  server = await bootServer([DeskTools]);
  tools = server.app.get(DeskTools, { strict: false });
});
afterAll(() => server.app.close());
beforeEach(() => tools.calls.splice(0));

const eras: [string, Era][] = [
  ['legacy', legacy],
  ['modern', modern],
];

async function call(
  name: string,
  args?: unknown,
  {
    era = 'legacy',
    context = ann,
    on = server,
  }: { era?: 'legacy' | 'modern'; context?: ToolContext; on?: RunningServer } = {},
): Promise<CallResult> {
  const message = (era === 'legacy' ? legacy : modern)('tools/call', {
    name,
    ...(args === undefined ? {} : { arguments: args }),
  });
  return resultOf(await on.mcp.handle(message, context)) as unknown as CallResult;
}

async function list(
  context = ann,
  cursor?: unknown,
  on = server,
  era: Era = legacy,
): Promise<ListResult> {
  const message = era('tools/list', cursor === undefined ? {} : { cursor });
  return resultOf(await on.mcp.handle(message, context)) as unknown as ListResult;
}
const names = ({ tools: listed }: ListResult) => listed.map(({ name }) => name);

describe('the list of tools', () => {
  it.each(eras)('says on the %s era what clients need to know', async (_, message) => {
    const { tools: listed } = resultOf(
      await server.mcp.handle(message('tools/list'), ann),
    ) as unknown as ListResult;
    expect(listed.every((tool) => isSpecType.Tool(tool))).toBe(true);
    expect(listed.find(({ name }) => name === 'order')).toMatchObject({
      title: 'Order',
      description: 'One order',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      outputSchema: { type: 'object' },
      annotations: {
        title: 'Order',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
      },
      _meta: { 'dev.toolgate/version': '2.0.0', 'dev.toolgate/tags': ['orders'] },
    });
    expect(listed.find(({ name }) => name === 'echo')).toMatchObject({
      icons: [{ src: 'https://desk.example/echo.png', theme: 'dark' }],
      _meta: { 'example.desk/owner': 'support' },
    });
    expect(listed.find(({ name }) => name === 'who')).not.toHaveProperty('_meta');
    expect(listed.find(({ name }) => name === 'admin')!['inputSchema']).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });

  it('lets a model send the token that confirms a call', async () => {
    const refund = (await list()).tools.find(({ name }) => name === 'refund')!;
    expect(Object.keys((refund['inputSchema'] as { properties: object }).properties)).toEqual([
      'id',
      'confirm_token',
    ]);
  });

  it('is each caller’s own', async () => {
    const bob = ToolContext.mcp({ principal: 'bob', scopes: ['orders:read'] });
    expect(names(await list(bob))).not.toContain('admin');
    expect(names(await list())).toContain('admin');
    const admin = ToolContext.mcp({ principal: 'bob', scopes: ['admin:all'] });
    expect(names(await list(admin))).toContain('admin');
    expect(names(await list(ToolContext.mcp({ principal: null })))).toEqual([]);
  });

  it('may be kept by nobody else when it depends on the caller', async () => {
    expect(await list(ann, undefined, server, modern)).toMatchObject({
      ttlMs: 0,
      cacheScope: 'private',
    });
    const open = await bootServer([DeskTools], { listTtlMs: 60_000 }, { visibility: 'all' });
    expect(await list(ann, undefined, open, modern)).toMatchObject({
      ttlMs: 60_000,
      cacheScope: 'public',
    });
    await open.app.close();
  });

  it('is written once for callers who see the same', async () => {
    const receive = (principal: string) =>
      server.mcp.receive(
        legacy('tools/list'),
        ToolContext.mcp({ principal, scopes: ['*'] }),
        listening(),
      );
    const [one, other] = await Promise.all([receive('a'), receive('b')]);
    expect((one as { resultJson: string }).resultJson).toBe(
      (other as { resultJson: string }).resultJson,
    );
  });

  it('follows tools that come, change and go', async () => {
    const { registry } = server;
    const before = names(await list());
    registry.register({ name: 'fresh', description: 'New' }, () => 1);
    expect(names(await list())).toEqual([...before, 'fresh']);
    registry.register({ name: 'fresh', description: 'Newer' }, () => 2, { replace: true });
    expect((await list()).tools.at(-1)).toMatchObject({ description: 'Newer' });
    expect((await call('fresh')).content[0]!.text).toBe('2');
    registry.unregister('fresh');
    expect(names(await list())).toEqual(before);
    expect(
      errorOf(await server.mcp.handle(legacy('tools/call', { name: 'fresh' }), ann)).code,
    ).toBe(-32602);
  });

  it('is empty, not absent, without tools', async () => {
    const empty = await bootServer([]);
    expect(await list(ann, undefined, empty)).toEqual({ tools: [] });
    await empty.app.close();
  });

  it.each(['x', '', 0, null, {}, Buffer.from('after:echo').toString('base64url')])(
    'has no page at %j when it has only one',
    async (cursor) => {
      const response = await server.mcp.handle(legacy('tools/list', { cursor }), ann);
      expect(errorOf(response)).toEqual({
        code: -32602,
        message: 'Invalid params: "cursor" is not one of this list',
      });
    },
  );
});

describe('a list in pages', () => {
  let paged: RunningServer;
  beforeAll(async () => {
    paged = await bootServer([DeskTools], { pageSize: 4 });
  });
  afterAll(() => paged.app.close());

  it.each(eras)('shows every tool once and ends (%s)', async (_, era) => {
    const all = names(await list(ann, undefined, server));
    const seen: string[] = [];
    let page = await list(ann, undefined, paged, era);
    for (;;) {
      expect(page.tools.length).toBeLessThanOrEqual(4);
      seen.push(...names(page));
      if (page.nextCursor === undefined) break;
      page = await list(ann, page.nextCursor, paged, era);
      if (era === modern) expect(page.cacheScope).toBe('private');
    }
    expect(seen).toEqual(all);
  });

  it('goes on where it was when a tool before the cursor goes', async () => {
    const { registry } = paged;
    const first = await list(ann, undefined, paged);
    const rest = names(await list(ann, first.nextCursor, paged));
    const gone = registry.getDefinition('echo')!;
    registry.unregister('echo');
    expect(names(await list(ann, first.nextCursor, paged))).toEqual(rest);
    expect(gone.name).toBe('echo');
  });

  it('refuses a cursor of tools the caller cannot see', async () => {
    const cursor = Buffer.from('after:admin').toString('base64url');
    const bob = ToolContext.mcp({ principal: 'bob' });
    expect(errorOf(await paged.mcp.handle(legacy('tools/list', { cursor }), bob)).code).toBe(
      -32602,
    );
    expect(names(await list(ann, cursor, paged)).length).toBeGreaterThan(0);
  });

  it.each(['', 'x', 'bm9wZQ', 'a'.repeat(5000), '::::'])(
    'refuses the cursor %j',
    async (cursor) => {
      expect(errorOf(await paged.mcp.handle(legacy('tools/list', { cursor }), ann)).code).toBe(
        -32602,
      );
    },
  );
});

describe('a view of the tools', () => {
  it.each([
    ['tags', { tags: ['orders'] }],
    ['a filter', { filter: ({ name }: { name: string }) => name === 'order' }],
    ['both', { tags: ['orders'], filter: () => true }],
  ])('by %s shows and serves only what is in it', async (_, view) => {
    const some = await bootServer([DeskTools], { tools: view });
    expect(names(await list(ann, undefined, some))).toEqual(['order']);
    expect((await call('order', { id: 'A' }, { on: some })).isError).toBeUndefined();
    const response = await some.mcp.handle(
      legacy('tools/call', { name: 'echo', arguments: { text: 'x' } }),
      ann,
    );
    expect(errorOf(response)).toEqual({ code: -32602, message: 'Unknown tool: echo' });
    expect(some.app.get(DeskTools, { strict: false }).calls).toEqual([]);
    await some.app.close();
  });

  it('by modules knows where a tool was declared', async () => {
    class Elsewhere {}
    const none = await bootServer([DeskTools], { tools: { include: [Elsewhere] } });
    expect(names(await list(ann, undefined, none))).toEqual([]);
    await none.app.close();
  });

  it('that fails stops the boot, and afterwards hides the tool', async () => {
    const filter = ({ name }: { name: string }) => {
      if (name === 'late' || name === 'echo') throw new Error('no view');
      return true;
    };
    await expect(bootServer([DeskTools], { tools: { filter } })).rejects.toThrow(
      /tools.filter of McpModule failed for the tool "echo"/,
    );
    const late = await bootServer([], { tools: { filter } });
    const log = LogRecorder.start();
    late.registry.register({ name: 'late', description: 'Late' }, () => 1);
    expect(names(await list(ann, undefined, late))).toEqual([]);
    log.stop();
    expect(log.texts('error')).toHaveLength(1);
    await late.app.close();
  });
});

describe('a call', () => {
  it('answers with text, or with data as JSON', async () => {
    expect((await call('echo', { text: 'Hello' })).content).toEqual([
      { type: 'text', text: 'Echo: Hello' },
    ]);
    const order = await call('order', { id: 'A' });
    expect(JSON.parse(order.content[0]!.text)).toEqual({ id: 'A', total: 42 });
    expect(order.structuredContent).toEqual({ id: 'A', total: 42 });
    expect(order).not.toHaveProperty('isError');
  });

  it.each(['legacy', 'modern'] as const)('follows the specification on the %s era', async (era) => {
    for (const [name, args] of [
      ['echo', { text: 'x' }],
      ['order', { id: 'A' }],
      ['tags', {}],
      ['refund', { id: 'A' }],
      ['picture', {}],
      ['fail', {}],
    ] as const)
      expect(isSpecType.CallToolResult(await call(name, args, { era }))).toBe(true);
  });

  it('wraps what is no object for legacy clients, schema and data alike', async () => {
    const schema = (await list()).tools.find(({ name }) => name === 'tags')!['outputSchema'];
    expect(schema).toMatchObject({
      type: 'object',
      required: ['result'],
      properties: { result: { type: 'array' } },
    });
    expect((await call('tags')).structuredContent).toEqual({ result: ['a', 'b'] });
    expect((await call('tags', {}, { era: 'modern' })).structuredContent).toEqual(['a', 'b']);
    expect((await call('tags')).content[0]!.text).toBe('["a","b"]');
  });

  it.each([
    ['no name', {}, '"name" is required'],
    ['an empty name', { name: '' }, '"name" is required'],
    ['a number for a name', { name: 7 }, '"name" is required'],
    ['null for arguments', { name: 'admin', arguments: null }, '"arguments" must be an object'],
    ['a list for arguments', { name: 'admin', arguments: [] }, '"arguments" must be an object'],
    ['text for arguments', { name: 'admin', arguments: '{}' }, '"arguments" must be an object'],
  ])('with %s is refused before the tool', async (_, params, reason) => {
    const reply = await server.mcp.receive(legacy('tools/call', params), ann, listening());
    expect(reply).toEqual({
      id: 1,
      error: { code: -32602, message: `Invalid params: ${reason}` },
      origin: 'handler',
    });
  });

  it('takes missing arguments for none', async () => {
    expect((await call('admin')).content[0]!.text).toBe('secret');
  });

  it.each(['nope', '__proto__', 'constructor', 'toString', 'Echo'])(
    'of %s finds no such tool, which is audited',
    async (name) => {
      const response = await server.mcp.handle(modern('tools/call', { name }), ann);
      expect(errorOf(response)).toEqual({ code: -32602, message: `Unknown tool: ${name}` });
      expect(server.records().at(-1)).toMatchObject({ outcome: 'not_found', tool: name });
    },
  );

  it('does not send a long name back as it came', async () => {
    const response = await server.mcp.handle(
      legacy('tools/call', { name: 'x'.repeat(100_000) }),
      ann,
    );
    expect(errorOf(response).message.length).toBeLessThan(300);
  });

  it('that is denied says so as a result', async () => {
    const denied = await call('admin', {}, { context: ToolContext.mcp({ principal: 'bob' }) });
    expect(denied).toMatchObject({
      isError: true,
      _meta: { 'dev.toolgate/meta': { code: 'FORBIDDEN', reason_code: 'missing_scope' } },
    });
    expect(denied).not.toHaveProperty('structuredContent');
  });

  it('that fails shows no more than it may', async () => {
    const failed = await call('fail');
    expect(failed.isError).toBe(true);
    expect(failed.content[0]!.text).toMatch(/^Internal error \(ref [0-9a-f]{32}\)$/);
    expect(JSON.stringify(failed)).not.toContain('postgres');
  });

  it('with invalid arguments tells the model what to change', async () => {
    const invalid = await call('echo', { text: 7, more: 1 }, { era: 'modern' });
    expect(invalid.isError).toBe(true);
    expect(invalid.content[0]!.text).toContain('text');
  });

  it('passes media on, in words to clients that cannot take it', async () => {
    expect((await call('picture')).content.map(({ type }) => type)).toEqual([
      'image',
      'resource_link',
      'audio',
    ]);
    const old = (protocolVersion: string) =>
      listening({
        session: {
          id: 's',
          protocolVersion,
          clientCapabilities: {},
          clientInfo: undefined,
          logLevel: undefined,
        },
      });
    const types = async (version: string) =>
      (
        resultOf(
          await server.mcp.handle(legacy('tools/call', { name: 'picture' }), ann, old(version)),
        ) as unknown as CallResult
      ).content.map(({ type }) => type);
    expect(await types('2025-06-18')).toEqual(['image', 'resource_link', 'audio']);
    expect(await types('2025-03-26')).toEqual(['image', 'text', 'audio']);
    expect(await types('2024-11-05')).toEqual(['image', 'text', 'text']);
  });

  it('says the rest of a result in its own words', async () => {
    const { registry } = server;
    registry.register({ name: 'said', description: 'Says' }, () =>
      ToolResult.success({ a: 1 }, 'All done', { hint: 'x' }),
    );
    const said = await call('said');
    expect(said.content.map(({ text }) => text)).toEqual(['{"a":1}', 'All done']);
    expect(said._meta['dev.toolgate/meta']).toEqual({ hint: 'x' });
    registry.unregister('said');
  });

  it('carries the data of a failure', async () => {
    const { registry } = server;
    registry.register({ name: 'bad', description: 'Bad' }, () =>
      ToolResult.error('Out of stock', { left: 0 }),
    );
    expect((await call('bad')).content.map(({ text }) => text)).toEqual([
      'Out of stock',
      '{"left":0}',
    ]);
    registry.unregister('bad');
  });
});

describe('a call that has to be confirmed', () => {
  it('says how, and executes what was asked for', async () => {
    const asked = await call('refund', { id: 'A-7' }, { era: 'modern' });
    const { confirm_token: token } = asked.structuredContent as { confirm_token: string };
    expect(asked.content[0]!.text).toContain(`confirm_token "${token}"`);
    expect(asked.isError).toBeUndefined();
    expect(tools.calls).toEqual([]);
    const done = await call('refund', { id: 'B-1', confirm_token: token }, { era: 'modern' });
    expect(JSON.parse(done.content[0]!.text)).toEqual({ refunded: 'A-7' });
    expect(tools.calls).toEqual(['A-7']);
  });

  it('is no success of a tool that declares its output, whose clients would miss it', async () => {
    server.registry.register(
      {
        name: 'typed',
        description: 'Typed',
        mutating: true,
        confirm: true,
        output: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      },
      () => ({ id: 'x' }),
    );
    const asked = await call('typed');
    expect(asked).toMatchObject({ isError: true });
    expect(asked).not.toHaveProperty('structuredContent');
    const token = /confirm_token "([^"]+)"/.exec(asked.content[0]!.text)![1];
    expect((await call('typed', { confirm_token: token })).structuredContent).toEqual({ id: 'x' });
    server.registry.unregister('typed');
  });
});

describe('a call that only asks what would happen', () => {
  const plan = (params: object, mode: unknown) =>
    server.mcp.handle(
      legacy('tools/call', { ...params, _meta: { 'dev.toolgate/mode': mode } }),
      ann,
    );

  it('gets the plan and executes nothing', async () => {
    const planned = resultOf(
      await plan({ name: 'echo', arguments: { text: 'x' } }, 'plan'),
    ) as unknown as CallResult;
    expect(planned.structuredContent).toMatchObject({
      plan: { tool: 'echo', mutating: false, args: { text: 'x' } },
    });
    expect(tools.calls).toEqual([]);
  });

  it('is not taken for a real one by a typing error', async () => {
    for (const mode of ['dry-run', 'PLAN', true, null])
      expect(errorOf(await plan({ name: 'echo', arguments: { text: 'x' } }, mode)).code).toBe(
        -32602,
      );
    expect(tools.calls).toEqual([]);
  });
});

describe('arguments repeated in headers', () => {
  const region = {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  } as const;
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'by_region',
  };

  it('must agree on a modern HTTP request', async () => {
    server.registry.register(
      { name: 'by_region', description: 'By region', input: region },
      (input) => input,
    );
    const receive = (more: Record<string, string>, era: Era = modern) =>
      server.mcp.receive(
        era('tools/call', { name: 'by_region', arguments: { region: 'eu' } }),
        ann,
        overHttp(more),
      );
    expect(await receive({ ...headers, 'mcp-param-region': 'eu' })).toHaveProperty('resultJson');
    expect(await receive(headers)).toMatchObject({ error: { code: -32020 }, origin: 'envelope' });
    expect(await receive({ ...headers, 'mcp-param-region': 'us' })).toMatchObject({
      error: { code: -32020 },
    });
    expect(await receive({}, legacy)).toHaveProperty('resultJson');
    expect(JSON.stringify((await list()).tools)).toContain('"x-mcp-header":"Region"');
    server.registry.unregister('by_region');
  });

  it('are declared wrongly only once: the boot names every fault', async () => {
    @Injectable()
    class WrongTools {
      @Tool({
        name: 'one',
        description: 'One',
        input: { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } },
      })
      one() {
        return 1;
      }
      @Tool({
        name: 'two',
        description: 'Two',
        input: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'a b' } } },
      })
      two() {
        return 2;
      }
    }
    const boot = bootServer([WrongTools]);
    await expect(boot).rejects.toThrow(
      /Tool "one" \(WrongTools.one\), a: x-mcp-header is only for[\s\S]*Tool "two" \(WrongTools.two\), a: x-mcp-header must be/,
    );
  });

  it('keep a tool that declares them wrongly later out of the server', async () => {
    const log = LogRecorder.start();
    server.registry.register(
      {
        name: 'wrong',
        description: 'Wrong',
        input: { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } },
      },
      () => 1,
    );
    expect(names(await list())).not.toContain('wrong');
    expect(
      errorOf(await server.mcp.handle(legacy('tools/call', { name: 'wrong' }), ann)).message,
    ).toBe('Unknown tool: wrong');
    log.stop();
    expect(log.texts('error')[0]).toContain('"wrong" is not served over MCP');
    server.registry.unregister('wrong');
  });
});

describe('a trace', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const trace = async (meta: object, headers: Record<string, string> = {}) => {
    const message = legacy('tools/call', { name: 'who', _meta: meta });
    const result = resultOf(
      await server.mcp.handle(message, ann, overHttp(headers)),
    ) as unknown as CallResult;
    return (JSON.parse(result.content[0]!.text) as { extra: { trace?: unknown } }).extra.trace;
  };

  it('comes with the message, else with its headers', async () => {
    expect(await trace({ traceparent, tracestate: 'a=1', baggage: 'b=2' })).toEqual({
      traceparent,
      tracestate: 'a=1',
      baggage: 'b=2',
    });
    expect(await trace({}, { traceparent, tracestate: 'h=1' })).toEqual({
      traceparent,
      tracestate: 'h=1',
    });
    expect(await trace({ traceparent }, { traceparent: 'other', tracestate: 'h=1' })).toEqual({
      traceparent,
    });
    expect(await trace({})).toBeUndefined();
  });

  it.each([
    '',
    'x',
    7,
    null,
    `${traceparent}\n`,
    traceparent.toUpperCase(),
    `${traceparent}-${'x'.repeat(500)}`,
  ])('is no trace when it is %j', async (value) => {
    expect(await trace({ traceparent: value })).toBeUndefined();
  });
});
