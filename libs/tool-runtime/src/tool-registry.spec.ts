import { Injectable } from '@nestjs/common';
import {
  PolicyRuleProvider,
  Tool,
  ToolAlreadyRegisteredError,
  ToolBootError,
  ToolContext,
  ToolParam,
} from '@toolgate/tool-runtime';
import type { PolicyRule, PolicyRuleQuery, ToolFilter } from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../test/support/boot-runtime.js';
import type { RunningRuntime, RuntimeSetup } from '../../../test/support/boot-runtime.js';

@Injectable()
class Library {
  @Tool({ name: 'book_find', title: 'Find', description: 'Finds a book', tags: ['read'] })
  find(@ToolParam('title', { description: 'Part of the title' }) title: string) {
    return title;
  }

  @Tool({
    name: 'book_lend',
    description: 'Lends a book',
    scopes: ['books:lend', 'admin'],
    mutating: true,
    version: '2',
    output: { type: 'object', properties: { due: { type: 'string' } } },
  })
  lend() {
    return { due: 'tomorrow' };
  }

  @Tool({ name: 'shelf_count', description: 'Counts', scopes: ['a', 'b'], scopesMode: 'all' })
  count() {
    return 3;
  }

  @Tool({ name: 'inventory', description: 'For the host alone', hidden: true })
  inventory() {
    return 7;
  }
}

let runtime: RunningRuntime;
const start = async (setup: RuntimeSetup = {}) =>
  (runtime = await bootRuntime({ providers: [Library], ...setup }));
afterEach(() => runtime.app.close());

const member = (...scopes: string[]) => ToolContext.web({ principal: 'user:ann', scopes });
const namesFor = async (context: ToolContext, filter?: ToolFilter) =>
  (await runtime.registry.listFor(context, filter)).map(({ name }) => name);

describe('the registry', () => {
  it('knows its tools by exact name, in the order of declaration', async () => {
    const { registry } = await start();
    expect(registry.has('book_find')).toBe(true);
    expect(registry.has('Book_Find')).toBe(false);
    expect(registry.getDefinition('nobody')).toBeUndefined();
    expect(registry.getDefinitions().map(({ name }) => name)).toEqual([
      'book_find',
      'book_lend',
      'shelf_count',
      'inventory',
    ]);
  });

  it('is empty without tools', async () => {
    const { registry } = await start({ providers: [] });
    expect(registry.getDefinitions()).toEqual([]);
    expect(registry.getSummaries()).toEqual([]);
    expect(registry.listFor(ToolContext.cli())).toEqual([]);
  });

  it('describes a tool to clients in plain JSON, with what is set and nothing else', async () => {
    const { registry } = await start();
    const [find, lend] = registry.getSummaries();
    expect(find).toEqual({
      name: 'book_find',
      title: 'Find',
      description: 'Finds a book',
      inputSchema: expect.objectContaining({
        properties: { title: { type: 'string', description: 'Part of the title' } },
        required: ['title'],
      }),
      annotations: {
        title: 'Find',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
      },
    });
    expect(lend).toMatchObject({
      version: '2',
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: false, destructiveHint: true },
    });
    expect(JSON.parse(JSON.stringify(registry.getSummaries()))).toEqual(registry.getSummaries());
    expect(registry.getSummaries().map(({ name }) => name)).not.toContain('inventory');
  });
});

describe('what a caller sees', () => {
  it.each<[string, ToolContext, string[]]>([
    [
      'everything that is not hidden, with a star',
      member('*'),
      ['book_find', 'book_lend', 'shelf_count'],
    ],
    ['what needs no scope, without scopes', member(), ['book_find']],
    ['what one of several scopes opens', member('admin'), ['book_find', 'book_lend']],
    ['what needs all scopes, only with all of them', member('a'), ['book_find']],
    ['what needs all scopes, with all of them', member('b', 'a'), ['book_find', 'shelf_count']],
    ['nothing, as nobody', ToolContext.web({ principal: null, scopes: ['*'] }), []],
    [
      'nothing, as nobody on a channel that is not known',
      ToolContext.of({ channel: 'x', principal: '' }),
      [],
    ],
  ])('is %s', async (_what, context, names) => {
    await start();
    expect(await namesFor(context)).toEqual(names);
  });

  it('can be narrowed down by prefix, tag and text', async () => {
    await start();
    const all = ToolContext.cli();
    expect(await namesFor(all, { prefix: 'book_' })).toEqual(['book_find', 'book_lend']);
    expect(await namesFor(all, { tag: 'read' })).toEqual(['book_find']);
    expect(await namesFor(all, { text: 'LENDS' })).toEqual(['book_lend']);
    expect(await namesFor(all, { prefix: 'book_', text: 'counts' })).toEqual([]);
  });

  it('is everything that is not hidden where the module says so', async () => {
    await start({ options: { visibility: 'all' } });
    expect(await namesFor(member())).toEqual(['book_find', 'book_lend', 'shelf_count']);
  });

  it('is what a call of theirs would be allowed, rules of the host included', async () => {
    class Rules implements PolicyRuleProvider {
      async findMatchingRule({ tool }: PolicyRuleQuery): Promise<PolicyRule | null> {
        if (tool === 'book_find') throw new Error('down');
        return tool === 'book_lend' ? { id: 1, effect: 'deny' } : null;
      }
    }
    const { registry } = await start({
      collaborators: [{ provide: PolicyRuleProvider, useClass: Rules }],
    });
    const everything = member('*');
    expect(await namesFor(everything)).toEqual(['shelf_count']);
    for (const { name } of registry.getDefinitions()) {
      if (name === 'inventory') continue;
      const { code } = await registry.call(
        name,
        { ...(name === 'book_find' && { title: 'x' }) },
        everything,
      );
      expect(code === 'FORBIDDEN').toBe(name !== 'shelf_count');
    }
  });

  it('does not keep a hidden tool from being called', async () => {
    const { registry } = await start();
    expect((await registry.call('inventory', {}, member())).data).toBe(7);
  });
});

describe('a tool that is registered at run time', () => {
  it('is governed like every other', async () => {
    const { registry } = await start();
    registry.register(
      { name: 'book_burn', description: 'Burns', scopes: ['fire'], confirm: true },
      () => 'ash',
    );
    expect((await registry.call('book_burn', {}, member())).code).toBe('FORBIDDEN');
    const asked = await registry.call('book_burn', {}, member('fire'));
    expect(asked.requiresConfirmation).toBe(true);
    expect(await namesFor(member('fire'))).toEqual(['book_find', 'book_burn']);
  });

  it('does not take a name that is taken, unless it is told to', async () => {
    const { registry } = await start();
    const options = { name: 'book_find', description: 'Another' };
    expect(() => registry.register(options, () => 1)).toThrow(ToolAlreadyRegisteredError);
    expect(() => registry.register(options, () => 1)).toThrow('Library.find');
    expect((await registry.call('book_find', { title: 'old' })).data).toBe('old');
    registry.register(options, () => 'new', { replace: true });
    expect((await registry.call('book_find')).data).toBe('new');
  });

  it.each<[string, object]>([
    ['no name', { description: 'x' }],
    ['a name with a space', { name: 'a b', description: 'x' }],
    ['no description', { name: 'a' }],
    ['an option that does not exist', { name: 'a', description: 'x', category: 'c' }],
    ['a deadline of nothing', { name: 'a', description: 'x', timeoutMs: 0 }],
    [
      'a pattern that can run away',
      {
        name: 'a',
        description: 'x',
        input: { type: 'object', properties: { p: { type: 'string', pattern: '^(a+)+$' } } },
      },
    ],
    [
      'a reference to elsewhere',
      {
        name: 'a',
        description: 'x',
        input: { type: 'object', properties: { p: { $ref: 'http://169.254.169.254/x' } } },
      },
    ],
  ])('is refused with %s, and nothing is registered', async (_what, options) => {
    const { registry } = await start({ providers: [] });
    expect(() => registry.register(options as never, () => 1)).toThrow(ToolBootError);
    expect(registry.getDefinitions()).toEqual([]);
  });

  it('can be removed once', async () => {
    const { registry } = await start();
    expect(registry.unregister('book_find')).toBe(true);
    expect(registry.unregister('book_find')).toBe(false);
    expect((await registry.call('book_find')).code).toBe('TOOL_NOT_FOUND');
  });
});
