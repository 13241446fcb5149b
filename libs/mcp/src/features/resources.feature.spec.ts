import { ToolContext } from '@toolgate/tool-runtime';
import { DeskResources } from '../declaration/declaration.fixture.js';
import { McpCatalog } from '../declaration/mcp-catalog.js';
import { OnMcpRequest } from '../events/on-mcp-event.decorators.js';
import type { McpRequestEvent } from '../events/mcp-events.js';
import {
  ann,
  bootServer,
  errorOf,
  legacy,
  modern,
  resultOf,
} from '../json-rpc/mcp-server.fixture.js';
import type { RunningServer } from '../json-rpc/mcp-server.fixture.js';
import type { McpOptions } from '../mcp.options.js';

const bob = ToolContext.mcp({ principal: 'bob' });

const running: RunningServer[] = [];
const boot = async (
  options: Partial<McpOptions> = {},
  ...rest: [runtime?: Parameters<typeof bootServer>[2], more?: Parameters<typeof bootServer>[0]]
): Promise<RunningServer> => {
  const [runtime = {}, more = []] = rest;
  const server = await bootServer([DeskResources, McpCatalog, ...more], options, runtime);
  running.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ app }) => app.close()));
});

const read = (uri: unknown) => ['resources/read', { uri }] as const;

describe('resources/list and resources/templates/list', () => {
  it('show each resource with everything its declaration says, and templates apart', async () => {
    const { mcp } = await boot();
    const listed = resultOf(await mcp.handle(modern('resources/list'), ann));
    const { resources } = listed as { resources: Record<string, unknown>[] };
    expect(listed).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
    expect(resources.map(({ name }) => name)).toEqual([
      'policy',
      'logo',
      'figures',
      'folder',
      'salaries',
      'guarded',
    ]);
    expect(resources[0]).toEqual({
      uri: 'desk://policy',
      name: 'policy',
      title: 'Refund policy',
      description: 'When refunds are given',
      mimeType: 'text/markdown',
      size: 12,
      annotations: { audience: ['user'], priority: 0.5 },
      icons: [{ src: 'https://desk.example/policy.png' }],
      _meta: { 'example.desk/owner': 'support' },
    });
    const templates = resultOf(await mcp.handle(legacy('resources/templates/list'), ann));
    expect(templates).toEqual({
      resourceTemplates: [
        { uriTemplate: 'orders://{id}', name: 'order', description: 'One order' },
        { uriTemplate: 'orders://{id}/lines{?page}', name: 'lines', description: 'Lines' },
        { uriTemplate: 'orders://{+path}', name: 'files', description: 'Everything else' },
      ],
    });
  });

  it('show a caller what it may read, and all of it where listings show everything', async () => {
    const namesFor = async (mcp: RunningServer['mcp'], context: ToolContext) =>
      (
        resultOf(await mcp.handle(legacy('resources/list'), context)) as {
          resources: { name: string }[];
        }
      ).resources.map(({ name }) => name);
    expect(await namesFor((await boot()).mcp, bob)).not.toContain('salaries');
    expect(await namesFor((await boot({}, { visibility: 'all' })).mcp, bob)).toContain('salaries');
  });

  it('go page by page, and know only their own cursors', async () => {
    const { mcp } = await boot({ pageSize: 2 });
    const names: string[] = [];
    let cursor: unknown;
    do {
      const page = resultOf(
        await mcp.handle(modern('resources/list', cursor === undefined ? {} : { cursor }), ann),
      ) as { resources: { name: string }[]; nextCursor?: string };
      names.push(...page.resources.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(names).toHaveLength(6);
    const templates = resultOf(await mcp.handle(modern('resources/templates/list'), ann));
    for (const foreign of ['x', '', 7, templates['nextCursor']])
      expect(
        errorOf(await mcp.handle(modern('resources/list', { cursor: foreign }), ann)),
      ).toMatchObject({
        code: -32602,
      });
  });

  it('are of a server that serves no resources unknown, and not announced', async () => {
    const { mcp } = await boot({ resources: { tags: ['nothing'] } });
    for (const method of ['resources/list', 'resources/templates/list', 'resources/read'])
      expect(
        errorOf(await mcp.handle(legacy(method, { uri: 'desk://policy' }), ann)),
      ).toMatchObject({
        code: -32601,
      });
    expect(
      resultOf(await mcp.handle(modern('server/discover'), ann))['capabilities'],
    ).not.toHaveProperty('resources');
    const all = await boot();
    expect(
      resultOf(await all.mcp.handle(modern('server/discover'), ann))['capabilities'],
    ).toHaveProperty('resources');
  });
});

describe('resources/read', () => {
  it.each([
    ['desk://policy', [{ uri: 'desk://policy', mimeType: 'text/markdown', text: '# Refunds' }]],
    ['desk://logo', [{ uri: 'desk://logo', mimeType: 'image/png', blob: 'AQID' }]],
    [
      'desk://figures',
      [
        {
          uri: 'desk://figures',
          mimeType: 'application/json',
          text: '{"open":3,"since":"1970-01-01T00:00:00.000Z","contents":[]}',
        },
      ],
    ],
    [
      'desk://folder',
      [
        { uri: 'desk://folder/a', text: 'A' },
        {
          uri: 'desk://folder',
          mimeType: 'image/png',
          blob: 'Qg==',
          _meta: { 'example.desk/n': 1 },
        },
      ],
    ],
    ['orders://A-7', [{ uri: 'orders://A-7', mimeType: 'application/json', text: '{"id":"A-7"}' }]],
    [
      'orders://A%2D7',
      [{ uri: 'orders://A%2D7', mimeType: 'application/json', text: '{"id":"A-7"}' }],
    ],
    [
      'orders://a/b.txt',
      [{ uri: 'orders://a/b.txt', mimeType: 'text/plain', text: 'file a/b.txt' }],
    ],
  ])('gives the contents of %s', async (uri, contents) => {
    const { mcp } = await boot();
    expect(resultOf(await mcp.handle(legacy(...read(uri)), ann))['contents']).toEqual(contents);
    expect(resultOf(await mcp.handle(modern(...read(uri)), ann))['contents']).toEqual(contents);
  });

  it('says how long modern clients may keep what they read, and under which id the call is on record', async () => {
    const { mcp, records } = await boot();
    expect(resultOf(await mcp.handle(modern(...read('desk://policy')), ann))).toMatchObject({
      resultType: 'complete',
      ttlMs: 60_000,
      cacheScope: 'public',
      _meta: { 'dev.toolgate/requestId': records().at(-1)!.requestId },
    });
    expect(resultOf(await mcp.handle(modern(...read('desk://logo')), ann))).toMatchObject({
      ttlMs: 0,
      cacheScope: 'private',
    });
    expect(resultOf(await mcp.handle(legacy(...read('desk://policy')), ann))).not.toHaveProperty(
      'ttlMs',
    );
  });

  it('hands the variables of the URI over, of the template that says most', async () => {
    const { mcp, app, records } = await boot();
    await mcp.handle(modern(...read('orders://A-7/lines?page=2')), ann);
    await mcp.handle(modern(...read('orders://x/lines')), ann);
    expect(app.get(DeskResources).reads).toEqual([{ id: 'A-7', page: '2' }, { id: 'x' }]);
    expect(records()[0]).toMatchObject({
      tool: 'resource:lines',
      outcome: 'executed',
      arguments: { id: 'A-7', page: '2' },
    });
  });

  it.each([
    'desk://nothing',
    'desk://gone',
    'orders://A-404',
    'orders://../x',
    'file:///etc/passwd',
    'policy',
    'resource:policy',
    '__proto__',
    'constructor',
    'orders://{id}',
  ])('says that there is no %s, in the words of each era, and leaves a record', async (uri) => {
    const { mcp, records } = await boot();
    expect(errorOf(await mcp.handle(legacy(...read(uri)), ann))).toMatchObject({
      code: -32002,
      data: { uri },
    });
    expect(errorOf(await mcp.handle(modern(...read(uri)), ann))).toMatchObject({
      code: -32602,
      data: { uri },
    });
    expect(records()).toHaveLength(2);
    expect(records()[0]!.tool).toMatch(/^resource:/);
    expect(['not_found', 'failed']).toContain(records()[0]!.outcome);
  });

  it.each([
    [
      'desk://salaries',
      bob,
      403,
      /Missing required scope for resource 'salaries'/,
      'missing_scope',
    ],
    ['desk://guarded', ann, 403, /A guard of resource 'guarded' refused/, 'guard_denied'],
    [
      'desk://policy',
      ToolContext.mcp({ principal: null }),
      403,
      /requires an authenticated/,
      'unauthenticated',
    ],
  ])('refuses %s to %s', async (uri, context, code, message, reason) => {
    const { mcp, records } = await boot();
    for (const request of [legacy(...read(uri)), modern(...read(uri))])
      expect(errorOf(await mcp.handle(request, context))).toMatchObject({
        code,
        message: expect.stringMatching(message),
        data: { code: 'FORBIDDEN', reason_code: reason },
      });
    expect(records().map(({ outcome }) => outcome)).toEqual(['denied', 'denied']);
  });

  it.each([
    ['desk://broken', -32603, /^Internal error \(ref [0-9a-f]{32}\)$/],
    ['desk://locked', -32603, /^Somebody edits it\.$/],
    ['desk://odd', -32603, /contents\[0\] without exactly one of text and blob/],
    ['orders://C-1', -32602, /^Invalid params: id: /],
  ])('tells that %s failed, and no secret', async (uri, code, message) => {
    const { mcp } = await boot();
    const error = errorOf(await mcp.handle(modern(...read(uri)), ann));
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(JSON.stringify(error)).not.toContain('postgres');
  });

  it.each([[undefined], [7], [''], [{}], [`x:${'a'.repeat(5000)}`]])(
    'takes no %j for a URI',
    async (uri) => {
      const { mcp } = await boot();
      expect(errorOf(await mcp.handle(modern('resources/read', { uri }), ann))).toMatchObject({
        code: -32602,
      });
    },
  );

  it('reads nothing when a plan is asked for', async () => {
    const { mcp, app } = await boot();
    const request = modern(
      'resources/read',
      { uri: 'orders://x/lines' },
      { 'dev.toolgate/mode': 'plan' },
    );
    expect(errorOf(await mcp.handle(request, ann))).toMatchObject({ code: -32602 });
    expect(app.get(DeskResources).reads).toEqual([]);
  });

  it('is counted, apart from tools', async () => {
    const { mcp } = await boot({}, { rateLimit: { limit: 1 } });
    await mcp.handle(modern(...read('desk://policy')), ann);
    expect(errorOf(await mcp.handle(modern(...read('desk://policy')), ann))).toMatchObject({
      code: 429,
      message: expect.stringContaining('mcp:ann:resource:policy'),
      data: { code: 'RATE_LIMITED', retry_after_seconds: expect.any(Number) },
    });
  });

  it('lets a listener answer only for those who may read', async () => {
    class Answering {
      @OnMcpRequest()
      answer(event: McpRequestEvent) {
        if (event.method === 'resources/read') event.slot.shortCircuit('from a cache');
      }
    }
    const { mcp } = await boot({}, {}, [Answering]);
    expect(resultOf(await mcp.handle(modern(...read('desk://salaries')), ann))['contents']).toEqual(
      [{ uri: 'desk://salaries', mimeType: 'text/plain', text: 'from a cache' }],
    );
    expect(errorOf(await mcp.handle(modern(...read('desk://salaries')), bob))).toMatchObject({
      code: 403,
    });
  });

  it('refuses what is too large to be sent, before it is written out', async () => {
    const { mcp, app } = await boot();
    app
      .get(McpCatalog)
      .registerResource(
        { uri: 'desk://film', name: 'film', description: 'A film', maxResultBytes: 100 },
        () => new Uint8Array(101),
      );
    expect(errorOf(await mcp.handle(modern(...read('desk://film')), ann))).toMatchObject({
      code: -32603,
      message: 'The resource has 101 bytes, and at most 100 can be sent (maxResultBytes).',
    });
  });

  it('finds what was added while the application runs, and no more what was removed', async () => {
    const { mcp, app } = await boot({ pageSize: undefined });
    const catalog = app.get(McpCatalog);
    catalog.registerResource(
      { uri: 'desk://news', name: 'news', description: 'News' },
      () => 'none',
    );
    catalog.registerResourceTemplate(
      { uriTemplate: 'news://{day}', name: 'old_news', description: 'News of a day' },
      ({ day }, context) => `${day} for ${context.principal}`,
    );
    await Promise.resolve();
    const text = async (uri: string) =>
      (resultOf(await mcp.handle(modern(...read(uri)), ann)) as { contents: { text: string }[] })
        .contents[0]!.text;
    expect(await text('desk://news')).toBe('none');
    expect(await text('news://today')).toBe('today for ann');
    expect(JSON.stringify(await mcp.handle(modern('resources/list'), ann))).toContain(
      'desk://news',
    );
    expect(catalog.unregisterResource('old_news')).toBe(true);
    // Before the lists have heard of it.
    expect(errorOf(await mcp.handle(modern(...read('news://today')), ann))).toMatchObject({
      code: -32602,
    });
    await Promise.resolve();
    expect(errorOf(await mcp.handle(modern(...read('news://today')), ann))).toMatchObject({
      code: -32602,
    });
    expect(JSON.stringify(await mcp.handle(modern('resources/templates/list'), ann))).not.toContain(
      'news://',
    );
  });
});
