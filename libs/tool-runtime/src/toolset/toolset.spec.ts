import { Injectable } from '@nestjs/common';
import { PolicyRuleProvider, Tool, ToolContext, ToolCtx, ToolParam } from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime, RuntimeSetup } from '../../../../test/support/boot-runtime.js';

@Injectable()
class Library {
  readonly lent: string[] = [];

  @Tool({ name: 'find_book', description: 'Finds a book', tags: ['read'] })
  find(@ToolParam('title', { description: 'Part of the title' }) title: string) {
    return { title };
  }

  @Tool({ name: 'lend_book', description: 'Lends a book', scopes: ['lend'], mutating: true })
  lend(@ToolParam('isbn') isbn: string, @ToolCtx() context: ToolContext) {
    this.lent.push(isbn);
    return { to: context.principal };
  }

  @Tool({ name: 'burn_book', description: 'Burns a book', scopes: ['burn'] })
  burn() {
    return 'ashes';
  }

  @Tool({ name: 'wait', description: 'Waits for ever', tags: ['slow'] })
  wait(@ToolCtx() context: ToolContext) {
    return new Promise((_, reject) => {
      context.signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
    });
  }

  @Tool({ name: 'constructor', description: 'Has an awkward name', hidden: true })
  awkward() {
    return null;
  }
}

let runtime: RunningRuntime;
const start = async (setup: RuntimeSetup = {}) =>
  (runtime = await bootRuntime({ providers: [Library], ...setup }));
afterEach(() => runtime.app.close());

const ann = ToolContext.web({ principal: 'user:ann', scopes: ['lend'] });
const outcomes = () => runtime.records().map(({ tool, outcome }) => [tool, outcome]);

/** What an SDK does with a schema: wraps it. */
const jsonSchema = (schema: object) => ({ wrapped: schema });

describe('the toolset of a caller', () => {
  it('has what the caller could call, and nothing else', async () => {
    const { registry } = await start();
    expect((await registry.toolset(ann)).names).toEqual(['find_book', 'lend_book', 'wait']);
    expect((await registry.toolset(ann, { tag: 'read' })).names).toEqual(['find_book']);
    expect((await registry.toolset(ToolContext.web({ principal: null }))).names).toEqual([]);
  });

  it('has only what is callable even where listings show everything', async () => {
    const { registry } = await start({ options: { visibility: 'all' } });
    expect((await registry.toolset(ann)).names).not.toContain('burn_book');
  });

  it('is there at once when the policy is', async () => {
    const { registry } = await start();
    expect(registry.toolset(ann)).not.toBeInstanceOf(Promise);
  });

  it('waits for rules that are asked elsewhere', async () => {
    const rules: PolicyRuleProvider = {
      findMatchingRule: ({ tool }) =>
        Promise.resolve(tool === 'find_book' ? { id: 'no', effect: 'deny' } : null),
    };
    const { registry } = await start({
      collaborators: [{ provide: PolicyRuleProvider, useValue: rules }],
    });
    expect((await registry.toolset(ann)).names).toEqual(['lend_book', 'wait']);
  });

  it('can be narrowed, in the order that is asked for', async () => {
    const { registry } = await start();
    const narrow = (await registry.toolset(ann)).only(['wait', 'burn_book', 'find_book', 'wait']);
    expect(narrow.names).toEqual(['wait', 'find_book']);
    expect(narrow.openAiChat()).toHaveLength(2);
  });
});

describe('a call through a toolset', () => {
  it('is a call of that caller, with arguments as an object or as the text a model wrote', async () => {
    const { registry, app } = await start();
    const toolset = await registry.toolset(ann);
    expect((await toolset.call('lend_book', { isbn: '1' })).data).toEqual({ to: 'user:ann' });
    expect((await toolset.call('lend_book', '{"isbn":"2"}')).data).toEqual({ to: 'user:ann' });
    expect(app.get(Library).lent).toEqual(['1', '2']);
  });

  it.each(['{"isbn":', '[1]', '"text"', 'null', '{"isbn":"1","__proto__":{"x":1}}'])(
    'is refused by the pipeline when the text is %s',
    async (text) => {
      const { registry, app } = await start();
      const result = await (await registry.toolset(ann)).call('lend_book', text);
      expect(result.code).toBe('VALIDATION_ERROR');
      expect(app.get(Library).lent).toEqual([]);
    },
  );

  it('takes an empty text for no arguments', async () => {
    const { registry } = await start();
    registry.register({ name: 'ping', description: 'Answers' }, () => 'pong');
    expect((await (await registry.toolset(ann)).call('ping', '')).data).toBe('pong');
  });

  it.each(['burn_book', 'constructor', 'toString', '__proto__', 'nothing'])(
    'finds no tool %s outside the set, and leaves a record',
    async (name) => {
      const { registry } = await start();
      const result = await (await registry.toolset(ann)).call(name, {});
      expect(result.code).toBe('TOOL_NOT_FOUND');
      expect(outcomes()).toEqual([[name, 'not_found']]);
    },
  );

  it('finds no tool that the set was narrowed from', async () => {
    const { registry, app } = await start();
    const narrow = (await registry.toolset(ann)).only(['find_book']);
    expect((await narrow.call('lend_book', { isbn: '1' })).code).toBe('TOOL_NOT_FOUND');
    expect(app.get(Library).lent).toEqual([]);
  });

  it('is decided anew: a rule that came later refuses it', async () => {
    let isClosed = false;
    const rules: PolicyRuleProvider = {
      findMatchingRule: () => (isClosed ? { id: 'closed', effect: 'deny' } : null),
    };
    const { registry } = await start({
      collaborators: [{ provide: PolicyRuleProvider, useValue: rules }],
    });
    const toolset = await registry.toolset(ann);
    isClosed = true;
    expect((await toolset.call('find_book', { title: 'Emma' })).code).toBe('FORBIDDEN');
  });

  it('plans for a caller in plan mode', async () => {
    const { registry, app } = await start();
    const toolset = await registry.toolset(ann.asPlan());
    expect((await toolset.call('lend_book', { isbn: '1' })).type).toBe('plan');
    expect(app.get(Library).lent).toEqual([]);
  });

  it('stops with its own signal, and with that of the caller', async () => {
    const { registry } = await start();
    const leaving = new AbortController();
    const gone = ToolContext.web({ principal: 'user:bo', signal: leaving.signal });
    for (const context of [ann, gone]) {
      const stop = new AbortController();
      const running = (await registry.toolset(context)).call('wait', {}, stop.signal);
      (context === gone ? leaving : stop).abort();
      expect((await running).code).toBe('CANCELLED');
    }
  });
});

describe('the shapes of a toolset', () => {
  it('describes tools to OpenAI and Anthropic as each of them wants it', async () => {
    const { registry } = await start();
    const toolset = (await registry.toolset(ann)).only(['find_book']);
    const parameters = registry.getDefinition('find_book')!.input.schema;
    const said = { name: 'find_book', description: 'Finds a book' };
    expect(toolset.openAiChat()).toEqual([{ type: 'function', function: { ...said, parameters } }]);
    expect(toolset.openAiResponses()).toEqual([
      { type: 'function', ...said, parameters, strict: false },
    ]);
    expect(toolset.anthropic()).toEqual([{ ...said, input_schema: parameters }]);
    expect(parameters).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it('gives the AI SDK tools that run through the pipeline and answer with plain JSON', async () => {
    const { registry } = await start();
    const tools = (await registry.toolset(ann)).aiSdk(jsonSchema);
    expect(Object.keys(tools)).toEqual(['find_book', 'lend_book', 'wait']);
    expect(tools['find_book']?.inputSchema.wrapped).toMatchObject({ required: ['title'] });
    const found = await tools['find_book']!.execute({ title: 'Emma' });
    expect(Object.keys(found)).toEqual(['success', 'data', 'message', 'error', 'meta']);
    expect(found).toMatchObject({ success: true, data: { title: 'Emma' } });
    expect(await tools['find_book']!.execute({})).toMatchObject({ success: false });
    expect(outcomes()).toEqual([
      ['find_book', 'executed'],
      ['find_book', 'invalid'],
    ]);
  });

  it('cancels with the signal of the AI SDK', async () => {
    const { registry } = await start();
    const stop = new AbortController();
    const tools = (await registry.toolset(ann)).aiSdk(jsonSchema);
    const running = tools['wait']!.execute({}, { abortSignal: stop.signal });
    stop.abort();
    expect(await running).toMatchObject({ success: false, meta: { code: 'CANCELLED' } });
  });

  it('has no inherited names for a model to ask for', async () => {
    const { registry } = await start();
    const tools = (await registry.toolset(ann)).aiSdk(jsonSchema);
    for (const name of ['constructor', 'toString', '__proto__'])
      expect(tools[name]).toBeUndefined();
  });
});
