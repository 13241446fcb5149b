import { ToolContext } from '@toolgate/tool-runtime';
import { DeskPrompts, DeskResources } from '../declaration/declaration.fixture.js';
import { McpCatalog } from '../declaration/mcp-catalog.js';
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
  runtime: Parameters<typeof bootServer>[2] = {},
): Promise<RunningServer> => {
  const server = await bootServer([DeskPrompts, DeskResources, McpCatalog], options, runtime);
  running.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ app }) => app.close()));
});

const prompt = (name: string) => ({ type: 'ref/prompt', name });
const template = (uri: string) => ({ type: 'ref/resource', uri });
const ask = (ref: unknown, name: unknown, value: unknown, filled?: unknown) =>
  modern('completion/complete', {
    ref,
    argument: { name, value },
    ...(filled === undefined ? {} : { context: { arguments: filled } }),
  });
const suggested = (response: Parameters<typeof resultOf>[0]) =>
  resultOf(response)['completion'] as { values: string[]; total?: number; hasMore?: boolean };

describe('completion/complete', () => {
  it('asks the method, which knows who asks and what is filled in already', async () => {
    const { mcp, records } = await boot();
    const response = await mcp.handle(
      ask(prompt('triage'), 'order_id', 'A-', { urgency: 'low' }),
      ann,
    );
    expect(suggested(response)).toEqual({
      values: ['A-1', '{"urgency":"low"}', 'ann'],
      total: 3,
      hasMore: false,
    });
    expect(resultOf(response)).toMatchObject({ resultType: 'complete' });
    expect(records().at(-1)).toMatchObject({
      tool: 'completion:prompt:triage#order_id',
      outcome: 'executed',
      arguments: { value: 'A-', arguments: { urgency: 'low' } },
    });
  });

  it('sends no more than a hundred, and says how many there are', async () => {
    const { mcp } = await boot();
    const many = suggested(await mcp.handle(ask(prompt('triage'), 'order_id', 'many'), ann));
    expect(many).toMatchObject({ total: 250, hasMore: true });
    expect(many.values).toHaveLength(100);
    expect(suggested(await mcp.handle(ask(prompt('triage'), 'order_id', 'page'), ann))).toEqual({
      values: ['A-1'],
      total: 40,
      hasMore: true,
    });
  });

  it('suggests what a declaration gives, the values a schema allows, and otherwise nothing', async () => {
    const { mcp } = await boot();
    const of = async (ref: object, name: string, value: string) =>
      suggested(await mcp.handle(ask(ref, name, value), ann)).values;
    expect(await of(prompt('triage'), 'tone', 'kind')).toEqual(['kind!']);
    expect(await of(prompt('triage'), 'urgency', 'H')).toEqual(['high']);
    expect(await of(prompt('triage'), 'copies', '')).toEqual([]);
    expect(await of(template('orders://{id}'), 'id', 'a-')).toEqual(['A-1', 'A-2']);
    expect(await of(template('orders://{id}/lines{?page}'), 'id', '')).toEqual(['A-9']);
  });

  it.each([
    [{}, /"ref" must be an object/],
    [{ ref: 'x' }, /"ref" must be an object/],
    [{ ref: { type: 'ref/tool', name: 'x' } }, /"ref.type" must be/],
    [{ ref: { type: 'ref/prompt' } }, /"ref.name" is required/],
    [{ ref: { type: 'ref/resource', uri: 7 } }, /"ref.uri" is required/],
    [{ ref: prompt('triage') }, /"argument" must be an object/],
    [{ ref: prompt('triage'), argument: { value: '' } }, /"argument.name" is required/],
    [
      { ref: prompt('triage'), argument: { name: 'order_id' } },
      /"argument.value" must be a string/,
    ],
    [{ ref: prompt('triage'), argument: { name: 'order_id', value: '' }, context: 7 }, /"context"/],
    [
      {
        ref: prompt('triage'),
        argument: { name: 'order_id', value: '' },
        context: { arguments: [] },
      },
      /"context.arguments"/,
    ],
    [
      {
        ref: prompt('triage'),
        argument: { name: 'order_id', value: '' },
        context: { arguments: { a: 1 } },
      },
      /^Invalid params/,
    ],
    [
      { ref: prompt('triage'), argument: { name: 'order_id', value: 'x'.repeat(5000) } },
      /^Invalid params/,
    ],
    [{ ref: prompt('triage'), argument: { name: 'nope', value: '' } }, /^Unknown argument: nope$/],
    [
      { ref: prompt('triage'), argument: { name: '__proto__', value: '' } },
      /^Unknown argument: __proto__$/,
    ],
    [{ ref: prompt('nope'), argument: { name: 'a', value: '' } }, /^Unknown prompt: nope$/],
    [
      { ref: prompt('__proto__'), argument: { name: 'a', value: '' } },
      /^Unknown prompt: __proto__$/,
    ],
    [
      { ref: template('orders://A-1'), argument: { name: 'id', value: '' } },
      /^Unknown resource template/,
    ],
    [
      { ref: template('desk://policy'), argument: { name: 'id', value: '' } },
      /^Unknown resource template/,
    ],
  ])('answers wrong parameters with -32602: %j', async (params, message) => {
    const { mcp } = await boot();
    for (const request of [
      legacy('completion/complete', params),
      modern('completion/complete', params),
    ])
      expect(errorOf(await mcp.handle(request, ann))).toMatchObject({
        code: -32602,
        message: expect.stringMatching(message),
      });
  });

  it('tells nothing, not even that there is a prompt, to who may not use it', async () => {
    const { mcp, records } = await boot();
    expect(suggested(await mcp.handle(ask(prompt('payroll'), 'who', ''), ann)).values).toEqual([
      'everybody',
    ]);
    expect(errorOf(await mcp.handle(ask(prompt('payroll'), 'who', ''), bob))).toMatchObject({
      code: -32602,
      message: 'Unknown prompt: payroll',
    });
    expect(errorOf(await mcp.handle(ask(prompt('payroll'), 'nope', ''), bob)).message).toBe(
      'Unknown prompt: payroll',
    );
    expect(records().at(-1)).toMatchObject({ outcome: 'not_found', principal: 'bob' });
  });

  it('needs the scopes of what it completes, for the host as well', async () => {
    const { mcp, registry } = await boot();
    // An inline one comes to be when it is first asked for.
    await mcp.handle(ask(prompt('triage'), 'tone', ''), ann);
    const completions = registry.ofKind('completion');
    const scopesOf = (name: string) => completions.get(name)?.scopes;
    expect(scopesOf('prompt:payroll#who')).toEqual(['hr:read']);
    expect(scopesOf('prompt:triage#order_id')).toEqual([]);
    expect(scopesOf('prompt:triage#tone')).toEqual([]);
    const asked = completions.invoke('prompt:payroll#who', { value: '', arguments: {} }, bob);
    expect(await asked).toMatchObject({ meta: { code: 'FORBIDDEN' } });
  });

  it('is counted, argument by argument', async () => {
    const { mcp } = await boot({}, { rateLimit: { limit: 1 } });
    const once = ask(prompt('triage'), 'urgency', '');
    await mcp.handle(once, ann);
    expect(errorOf(await mcp.handle(once, ann))).toMatchObject({ code: 429 });
    expect(suggested(await mcp.handle(ask(prompt('triage'), 'tone', ''), ann)).values).toEqual([
      '!',
    ]);
  });

  it('fails for a method that suggests what is no text', async () => {
    const { mcp } = await boot();
    expect(errorOf(await mcp.handle(ask(prompt('triage'), 'order_id', 'odd'), ann))).toMatchObject({
      code: -32603,
      message: expect.stringMatching(/must return a list of texts/),
    });
  });

  it('never takes the suggestions of a prompt that has been replaced', async () => {
    const { mcp, app } = await boot();
    const catalog = app.get(McpCatalog);
    const input = { type: 'object', properties: { who: { type: 'string' } } } as const;
    const declare = (who: readonly string[], replace: boolean) =>
      catalog.registerPrompt(
        { name: 'greet', description: 'Greets', input, complete: { who } },
        () => 'Hi',
        { replace },
      );
    declare(['Ann'], false);
    expect(suggested(await mcp.handle(ask(prompt('greet'), 'who', ''), ann)).values).toEqual([
      'Ann',
    ]);
    declare(['Bob'], true);
    expect(suggested(await mcp.handle(ask(prompt('greet'), 'who', ''), ann)).values).toEqual([
      'Bob',
    ]);
    catalog.unregisterPrompt('greet');
    expect(errorOf(await mcp.handle(ask(prompt('greet'), 'who', ''), ann))).toMatchObject({
      code: -32602,
    });
  });

  it('is announced where there is something to suggest', async () => {
    const capabilities = async (options: Partial<McpOptions>) =>
      resultOf(await (await boot(options)).mcp.handle(modern('server/discover'), ann))[
        'capabilities'
      ];
    expect(await capabilities({})).toMatchObject({ completions: {} });
    expect(
      await capabilities({ prompts: { tags: ['x'] }, resources: { tags: ['x'] } }),
    ).not.toHaveProperty('completions');
  });
});
