import { Injectable, UseGuards } from '@nestjs/common';
import type { CanActivate, Provider } from '@nestjs/common';
import {
  OnToolExecuting,
  Tool,
  ToolBootError,
  ToolContext,
  ToolCtx,
  ToolError,
  ToolExecutingEvent,
  ToolParam,
  governedMethod,
  governedParameter,
} from '@toolgate/tool-runtime';
import type { GovernedMethod, PolicyRuleQuery, ToolOptions } from '@toolgate/tool-runtime';
import { PolicyRuleProvider } from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../test/support/boot-runtime.js';
import type { RunningRuntime, RuntimeSetup } from '../../../test/support/boot-runtime.js';

/** A kind as another module would bring it. */
const recipe = (
  options: ToolOptions,
  more: Partial<Omit<GovernedMethod, 'kind' | 'options'>> = {},
): GovernedMethod => ({ kind: 'recipe', decorator: '@Recipe', options, ...more });
const Recipe = (...args: Parameters<typeof recipe>) => governedMethod(recipe(...args));
const Ingredient = (name: string) => governedParameter('@Ingredient()', name, {}, []);

class Nobody implements CanActivate {
  canActivate() {
    return false;
  }
}

@Injectable()
class Kitchen {
  @Recipe(
    { name: 'soup', description: 'Soup', scopes: ['kitchen:read'], tags: ['warm'] },
    { address: 'kitchen://soup', details: { stars: 3 }, shape: (text) => ({ dish: String(text) }) },
  )
  soup(@Ingredient('of') of: string, @ToolCtx() context: ToolContext) {
    return `${of} soup for ${context.principal}`;
  }

  @Recipe({ name: 'secret', description: 'Secret' })
  @UseGuards(Nobody)
  secret() {
    return 'never';
  }

  @Tool({ name: 'soup', description: 'A tool of the same name' })
  @Recipe({ name: 'both', description: 'Also a recipe' })
  both(@ToolParam('n', { default: 1 }) n: number) {
    return { n };
  }
}

const cook = ToolContext.web({ principal: 'ann', scopes: ['kitchen:read'] });
const guest = ToolContext.web({ principal: 'bob' });

const running: RunningRuntime[] = [];
const boot = async (
  providers: Provider[] = [Kitchen],
  setup: RuntimeSetup = {},
): Promise<RunningRuntime> => {
  const runtime = await bootRuntime({ providers, ...setup });
  running.push(runtime);
  return runtime;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ app }) => app.close()));
});

const problemsOf = async (provider: Provider): Promise<readonly string[]> => {
  const failure: unknown = await boot([provider]).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ToolBootError);
  return (failure as ToolBootError).problems;
};

describe('methods of another kind than tools', () => {
  it('are no tools: neither listed nor called as one, under no name', async () => {
    const { registry } = await boot();
    expect(registry.getDefinitions().map(({ name }) => name)).toEqual(['soup']);
    expect(registry.has('both')).toBe(false);
    for (const name of ['recipe:soup', 'secret', 'recipe:secret'])
      expect(await registry.call(name, {})).toMatchObject({ meta: { code: 'TOOL_NOT_FOUND' } });
    expect(await registry.call('soup', {})).toMatchObject({ data: { n: 1 } });
  });

  it('are found by name and by address, in the order they are declared', async () => {
    const recipes = (await boot()).registry.ofKind('recipe');
    expect(recipes.all().map(({ localName, kind }) => [kind, localName])).toEqual([
      ['recipe', 'soup'],
      ['recipe', 'secret'],
      ['recipe', 'both'],
    ]);
    expect(recipes.get('soup')).toBe(recipes.at('kitchen://soup'));
    expect(recipes.get('soup')).toMatchObject({ details: { stars: 3 }, name: 'recipe:soup' });
    for (const name of ['__proto__', 'constructor', 'recipe:soup', ''])
      expect(recipes.get(name)).toBeUndefined();
    expect(recipes.at('__proto__')).toBeUndefined();
  });

  it('are listed for those who may call them', async () => {
    const recipes = (await boot()).registry.ofKind('recipe');
    const names = async (context: ToolContext, filter?: { prefix?: string; tag?: string }) =>
      (await recipes.listFor(context, filter)).map(({ localName }) => localName);
    expect(await names(cook)).toEqual(['soup', 'secret', 'both']);
    expect(await names(guest)).toEqual(['secret', 'both']);
    expect(await names(cook, { prefix: 'so' })).toEqual(['soup']);
    expect(await names(cook, { tag: 'warm' })).toEqual(['soup']);
    expect(await recipes.mayCall(guest, 'soup')).toBe(false);
    expect(await recipes.mayCall(cook, 'soup')).toBe(true);
    expect(await recipes.mayCall(cook, 'nothing')).toBe(false);
  });

  it('run through the pipeline, and their results get the shape of their kind', async () => {
    const { registry, records } = await boot();
    const recipes = registry.ofKind('recipe');
    expect(recipes.invoke('soup', { of: 'Leek' }, cook)).toMatchObject({
      success: true,
      data: { dish: 'Leek soup for ann' },
      meta: { tool: 'recipe:soup' },
    });
    expect(records().at(-1)).toMatchObject({
      tool: 'recipe:soup',
      outcome: 'executed',
      arguments: { of: 'Leek' },
    });
  });

  it.each([
    ['soup', {}, cook, 'VALIDATION_ERROR', 'invalid', /Missing|required/],
    ['soup', { of: 'Leek', x: 1 }, cook, 'VALIDATION_ERROR', 'invalid', /x/],
    ['soup', { of: 'Leek' }, guest, 'FORBIDDEN', 'denied', /for recipe 'soup'/],
    ['secret', {}, cook, 'FORBIDDEN', 'denied', /A guard of recipe 'secret'/],
    ['stew', {}, cook, 'TOOL_NOT_FOUND', 'not_found', /^Recipe 'stew' not found$/],
  ])('end like tools: %s %j', async (name, args, context, code, outcome, text) => {
    const { registry, records } = await boot();
    const result = await registry.ofKind('recipe').invoke(name, args, context);
    expect(result).toMatchObject({ success: false, meta: { code } });
    expect(result.error).toMatch(text);
    expect(records().at(-1)).toMatchObject({ tool: `recipe:${name}`, outcome });
  });

  it('never throw, whatever is called', async () => {
    const recipes = (await boot()).registry.ofKind('recipe');
    const hostile = { toString: () => { throw new Error('no'); } }; // prettier-ignore
    for (const name of [hostile, Symbol('x'), null, undefined, 7])
      expect(await recipes.invoke(name as never, {}, cook)).toMatchObject({ success: false });
  });

  it('have budgets of their own, apart from a tool of the same name', async () => {
    const { registry } = await boot([Kitchen], { options: { rateLimit: { limit: 1 } } });
    const recipes = registry.ofKind('recipe');
    expect(await recipes.invoke('soup', { of: 'Leek' }, cook)).toMatchObject({ success: true });
    const refused = await recipes.invoke('soup', { of: 'Leek' }, cook);
    expect(refused).toMatchObject({ meta: { code: 'RATE_LIMITED' } });
    expect(refused.error).toContain('web:ann:recipe:soup');
    expect(await registry.call('soup', {}, cook)).toMatchObject({ success: true });
  });

  it('are what rules and listeners hear of, under a name that no tool has', async () => {
    const heard: string[] = [];
    @Injectable()
    class Listener {
      @OnToolExecuting()
      serve(event: ToolExecutingEvent) {
        heard.push(`event ${event.name}`);
        event.slot.shortCircuit('warmed up');
      }
    }
    const rules = {
      provide: PolicyRuleProvider,
      useValue: {
        findMatchingRule: ({ tool }: PolicyRuleQuery) => {
          heard.push(`rule ${tool}`);
          return null;
        },
      },
    };
    const { registry } = await boot([Kitchen, Listener], { collaborators: [rules] });
    const result = await registry.ofKind('recipe').invoke('soup', { of: 'Leek' }, cook);
    expect(heard).toEqual(['rule recipe:soup', 'event recipe:soup']);
    // An answer of a listener gets the shape of the kind as well.
    expect(result).toMatchObject({ data: { dish: 'warmed up' }, meta: { cache_served: true } });
  });

  it('may refuse what was returned', async () => {
    @Injectable()
    class Bad {
      @Recipe(
        { name: 'bad', description: 'Bad' },
        {
          shape: () => {
            throw new ToolError('no such dish', { code: 'NOT_FOUND' });
          },
        },
      )
      bad() {
        return 1;
      }
    }
    const { registry } = await boot([Bad]);
    expect(await registry.ofKind('recipe').invoke('bad', {}, cook)).toMatchObject({
      error: 'no such dish',
      meta: { code: 'NOT_FOUND' },
    });
  });

  it('are part of the one error at boot, with what their kind says of them', async () => {
    @Injectable()
    class Bad {
      @Recipe({ name: 'no name', description: 'X' })
      a() {}
      @Recipe({ name: 'twice', description: 'X' }, { address: 'kitchen://x' })
      b() {}
      @Recipe({ name: 'twice', description: 'X' })
      c() {}
      @Recipe({ name: 'other', description: 'X' }, { address: 'kitchen://x' })
      d() {}
      @Recipe(
        { name: 'checked', description: 'X' },
        {
          check: ({ inputSchema }) => [`it has ${Object.keys(inputSchema['properties']!).join()}.`],
          checkReferences: (find) => [
            `it knows ${[find('recipe', 'twice'), find('recipe', 'nope')].map(Boolean).join()}.`,
          ],
        },
      )
      e(@Ingredient('salt') _salt: string) {}
      @Tool({ name: 'not a tool', description: 'X' })
      f() {}
      @Recipe({ name: 'styles', description: 'X', input: { type: 'object' } })
      g(@Ingredient('salt') _salt: string) {}
    }
    const problems = await problemsOf(Bad);
    expect(problems).toEqual([
      expect.stringContaining('Bad.a (TestHost): the recipe name "no name" does not match'),
      expect.stringContaining('Two methods declare the recipe "twice": Bad.b'),
      expect.stringContaining('Two methods declare the recipe "kitchen://x": Bad.b'),
      'Bad.e (TestHost): it has salt.',
      expect.stringContaining('Bad.f (TestHost): the tool name "not a tool" does not match'),
      expect.stringContaining('the input option of @Recipe'),
      'Bad.e (TestHost): it knows true,false.',
    ]);
  });

  it('are refused on what is no ordinary method', () => {
    expect(() => {
      class Bad {
        @Recipe({ name: 'x', description: 'X' })
        static x() {}
      }
      return Bad;
    }).toThrow(/@Recipe was used on Bad\.x; static methods/);
  });

  it('share no name with a tool, even where tools may be called so', async () => {
    const { registry } = await boot([Kitchen], {
      options: { discovery: { namePattern: /^[a-z:]+$/ } },
    });
    const options = { name: 'recipe:soup', description: 'X' };
    expect(() => registry.register(options, () => 1, { replace: true })).toThrow(
      /Tool already registered: recipe:soup\. It belongs to Kitchen\.soup/,
    );
    registry.register({ ...options, name: 'recipe:pie' }, () => 1);
    expect(() =>
      registry.ofKind('recipe').register(recipe({ name: 'pie', description: 'X' }), () => 1),
    ).toThrow(/Recipe 'pie' is already registered/);
  });

  it('come and go while the application runs, announced once per tick to those who listen to their kind', async () => {
    const { registry } = await boot();
    const recipes = registry.ofKind('recipe');
    let ofRecipes = 0;
    let ofTools = 0;
    recipes.onDidChange(() => ofRecipes++);
    registry.onDidChange(() => ofTools++);
    const handler = ({ of }: { of: string }) => `${of} pie`;
    const pie = recipe({
      name: 'pie',
      description: 'Pie',
      input: { type: 'object', properties: { of: { type: 'string' } } },
    });
    recipes.register(pie, handler);
    recipes.register({ ...pie, address: 'kitchen://pie' }, handler, { replace: true });
    expect(() => recipes.register(pie, handler)).toThrow(/Recipe 'pie' is already registered/);
    expect(() =>
      recipes.register(
        recipe({ name: 'x', description: 'X' }, { address: 'kitchen://pie' }),
        handler,
      ),
    ).toThrow(/Recipe 'x' cannot be at kitchen:\/\/pie: recipe 'pie'/);
    expect(() => recipes.register({ ...pie, kind: 'drink' }, handler)).toThrow(TypeError);
    await Promise.resolve();
    expect([ofRecipes, ofTools]).toEqual([1, 0]);
    expect(await recipes.invoke('pie', { of: 'Leek' }, cook)).toMatchObject({ data: 'Leek pie' });
    expect(recipes.at('kitchen://pie')?.localName).toBe('pie');
    expect(recipes.unregister('pie')).toBe(true);
    expect(recipes.unregister('pie')).toBe(false);
    expect(recipes.at('kitchen://pie')).toBeUndefined();
    await Promise.resolve();
    expect([ofRecipes, ofTools]).toEqual([2, 0]);
  });
});
