import { Tool, ToolContext } from '@toolgate/tool-runtime';
import { DeskPrompts, DeskResources } from '../declaration/declaration.fixture.js';
import { McpCatalog } from '../declaration/mcp-catalog.js';
import {
  ann,
  bootServer,
  errorOf,
  legacy,
  listening,
  modern,
  resultOf,
} from '../json-rpc/mcp-server.fixture.js';
import type { RunningServer } from '../json-rpc/mcp-server.fixture.js';
import type { McpOptions } from '../mcp.options.js';

const bob = ToolContext.mcp({ principal: 'bob' });

class Namesake {
  @Tool({ name: 'payroll', description: 'A tool of the same name as a prompt' })
  payroll() {
    return 'the tool';
  }
}

const running: RunningServer[] = [];
const boot = async (options: Partial<McpOptions> = {}): Promise<RunningServer> => {
  const server = await bootServer([DeskPrompts, DeskResources, McpCatalog, Namesake], options);
  running.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ app }) => app.close()));
});

const get = (name: unknown, args?: unknown) =>
  ['prompts/get', { name, ...(args === undefined ? {} : { arguments: args }) }] as const;
const texts = (result: Record<string, unknown>) =>
  (result['messages'] as { role: string; content: { text?: string } }[]).map(
    ({ role, content }) => [role, content.text],
  );

describe('prompts/list', () => {
  it('shows what goes into each prompt, and which of it is required', async () => {
    const { mcp } = await boot();
    const { prompts } = resultOf(await mcp.handle(modern('prompts/list'), ann)) as {
      prompts: Record<string, unknown>[];
    };
    expect(prompts.map(({ name }) => name)).toEqual(['triage', 'talk', 'blocks', 'payroll']);
    expect(prompts[0]).toEqual({
      name: 'triage',
      title: 'Triage',
      description: 'Triage an order',
      arguments: [
        { name: 'order_id', description: 'Which order', required: true },
        { name: 'urgency', required: false },
        { name: 'copies', required: false },
        { name: 'tone', required: false },
      ],
      icons: [{ src: 'https://desk.example/triage.png' }],
      _meta: { 'dev.toolgate/version': '2', 'dev.toolgate/tags': ['orders'] },
    });
    expect(prompts[1]).toEqual({ name: 'talk', description: 'A conversation' });
  });

  it('shows a caller what it may use', async () => {
    const { mcp } = await boot();
    expect(JSON.stringify(await mcp.handle(legacy('prompts/list'), bob))).not.toContain('payroll');
  });

  it('shows a server only its own', async () => {
    const { mcp } = await boot({ prompts: { tags: ['orders'] } });
    const { prompts } = resultOf(await mcp.handle(modern('prompts/list'), ann)) as {
      prompts: { name: string }[];
    };
    expect(prompts.map(({ name }) => name)).toEqual(['triage']);
    expect(errorOf(await mcp.handle(modern(...get('talk')), ann))).toMatchObject({
      code: -32602,
      message: 'Unknown prompt: talk',
    });
  });

  it('knows no cursor but its own', async () => {
    const { mcp } = await boot({ pageSize: 1 });
    const { nextCursor } = resultOf(await mcp.handle(modern('prompts/list'), ann));
    expect(
      resultOf(await mcp.handle(modern('prompts/list', { cursor: nextCursor }), ann)),
    ).toHaveProperty('prompts.0.name', 'talk');
    expect(
      errorOf(await mcp.handle(modern('tools/list', { cursor: nextCursor }), ann)),
    ).toMatchObject({ code: -32602 });
  });
});

describe('prompts/get', () => {
  it('gives the messages, with the description of the declaration unless the method has a better one', async () => {
    const { mcp, records } = await boot();
    expect(
      resultOf(await mcp.handle(legacy(...get('triage', { order_id: 'A-7', copies: '2' })), ann)),
    ).toEqual({
      description: 'Triage an order',
      messages: [{ role: 'user', content: { type: 'text', text: 'Order A-7: low, 2 copies' } }],
      _meta: { 'dev.toolgate/requestId': records()[0]!.requestId },
    });
    const talk = resultOf(await mcp.handle(modern(...get('talk')), ann));
    expect(talk).toMatchObject({ resultType: 'complete', description: 'For ann' });
    expect(talk).not.toHaveProperty('ttlMs');
    expect(texts(talk)).toEqual([
      ['user', 'Hello'],
      ['assistant', undefined],
      ['user', 'a'],
      ['user', 'b'],
    ]);
    expect(resultOf(await mcp.handle(modern(...get('blocks')), ann))['messages']).toEqual([
      { role: 'user', content: { type: 'text', text: 'x' } },
      { role: 'user', content: { type: 'resource_link', uri: 'desk://policy', name: 'policy' } },
    ]);
    expect(records()[0]).toMatchObject({ tool: 'prompt:triage', outcome: 'executed' });
  });

  it.each([
    ['prompts/get', {}, /"name" is required/],
    ['prompts/get', { name: 7 }, /"name" is required/],
    ['prompts/get', { name: '' }, /"name" is required/],
    ['prompts/get', { name: 'triage', arguments: [] }, /"arguments" must be an object/],
    ['prompts/get', { name: 'triage', arguments: 'x' }, /"arguments" must be an object/],
    ['prompts/get', { name: 'triage' }, /order_id/],
    ['prompts/get', { name: 'triage', arguments: { order_id: 7 } }, /order_id/],
    ['prompts/get', { name: 'triage', arguments: { order_id: 'x', urgency: 'mad' } }, /urgency/],
    ['prompts/get', { name: 'triage', arguments: { order_id: 'x', nope: 'x' } }, /nope/],
    ['prompts/get', { name: 'nope' }, /^Unknown prompt: nope$/],
    ['prompts/get', { name: '__proto__' }, /^Unknown prompt: __proto__$/],
    ['prompts/get', { name: 'constructor' }, /^Unknown prompt/],
    ['prompts/get', { name: 'prompt:triage' }, /^Unknown prompt/],
    ['prompts/get', { name: 'policy' }, /^Unknown prompt/],
  ])('answers wrong parameters with -32602: %s %j', async (method, params, message) => {
    const { mcp } = await boot();
    for (const request of [legacy(method, params), modern(method, params)])
      expect(errorOf(await mcp.handle(request, ann))).toMatchObject({
        code: -32602,
        message: expect.stringMatching(message),
      });
  });

  it('takes arguments that could reach a prototype for wrong ones', async () => {
    const { mcp } = await boot();
    const request = JSON.parse(
      '{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"triage","arguments":{"order_id":"x","__proto__":{"a":1}}}}',
    ) as unknown;
    expect(errorOf(await mcp.handle(request, ann))).toMatchObject({ code: -32602 });
  });

  it('refuses whoever may not use the prompt, the same in both eras', async () => {
    const { mcp, records } = await boot();
    for (const request of [
      legacy(...get('payroll', { who: 'x' })),
      modern(...get('payroll', { who: 'x' })),
    ])
      expect(errorOf(await mcp.handle(request, bob))).toMatchObject({
        code: 403,
        message: expect.stringContaining("Missing required scope for prompt 'payroll'"),
        data: { code: 'FORBIDDEN', reason_code: 'missing_scope', request_id: expect.any(String) },
      });
    expect(records()[0]).toMatchObject({ tool: 'prompt:payroll', outcome: 'denied' });
  });

  it('is no way to a tool, and tools/call none to a prompt', async () => {
    const { mcp } = await boot();
    expect(
      errorOf(
        await mcp.handle(
          modern('tools/call', { name: 'triage', arguments: { order_id: 'x' } }),
          ann,
        ),
      ),
    ).toMatchObject({ message: 'Unknown tool: triage' });
    expect(
      errorOf(await mcp.handle(modern('tools/call', { name: 'prompt:triage' }), ann)),
    ).toMatchObject({ code: -32602 });
    // Bob may call the tool that happens to be called like a prompt he may not use.
    expect(
      JSON.stringify(await mcp.handle(modern('tools/call', { name: 'payroll' }), bob)),
    ).toContain('the tool');
  });

  it('tells that a prompt failed, and no secret', async () => {
    const { mcp } = await boot();
    expect(errorOf(await mcp.handle(modern(...get('failing')), ann))).toMatchObject({
      code: -32603,
      message: expect.stringMatching(/^Internal error \(ref/),
    });
    expect(errorOf(await mcp.handle(modern(...get('silent')), ann))).toMatchObject({
      code: -32603,
      message: expect.stringMatching(/returned no message/),
    });
  });

  it('reports progress to who wants to hear of it', async () => {
    const { mcp } = await boot();
    const exchange = listening();
    await mcp.handle(
      modern('prompts/get', { name: 'talk' }, { progressToken: 'p' }),
      ann,
      exchange,
    );
    expect(exchange.heard).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } },
    ]);
  });

  it('uses what was added while the application runs', async () => {
    const { mcp, app } = await boot();
    const catalog = app.get(McpCatalog);
    catalog.registerPrompt(
      {
        name: 'greet',
        description: 'Greets',
        input: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
        complete: { who: ['Ann', 'Bob'] },
      },
      ({ who }) => `Hello ${String(who)}`,
    );
    expect(texts(resultOf(await mcp.handle(modern(...get('greet', { who: 'Ann' })), ann)))).toEqual(
      [['user', 'Hello Ann']],
    );
    catalog.registerPrompt({ name: 'greet', description: 'Greets' }, () => 'Hi', { replace: true });
    expect(texts(resultOf(await mcp.handle(modern(...get('greet')), ann)))).toEqual([
      ['user', 'Hi'],
    ]);
    expect(catalog.unregisterPrompt('greet')).toBe(true);
    expect(errorOf(await mcp.handle(modern(...get('greet')), ann))).toMatchObject({ code: -32602 });
  });
});
