import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime, RuntimeSetup } from '../../../../test/support/boot-runtime.js';
import { ToolContext } from '../context/tool-context.js';
import { PolicyRuleProvider } from '../policy/policy-rule-provider.js';
import { TokenEstimator } from './token-estimator.js';
import { ToolTokenBudget } from './tool-token-budget.js';

/** Counts what a tool's description says: "60 tokens". */
class DeclaredTokens implements TokenEstimator {
  estimates = 0;

  estimate(text: string): number {
    this.estimates++;
    return Number(/"description":"(-?\w+) tokens/.exec(text)?.[1] ?? 1);
  }
}

const everything = ToolContext.web({ principal: 'user:ann', scopes: ['*'] });
const MODEL = 'tiny';

let running: RunningRuntime;
let estimator: DeclaredTokens;
let budget: ToolTokenBudget;

async function boot(tools: Record<string, number | string>, setup: RuntimeSetup = {}) {
  estimator = new DeclaredTokens();
  running = await bootRuntime({
    ...setup,
    // A budget of 100 tokens.
    options: { tokens: { limits: { [MODEL]: 1_000 }, reserve: 0.1 }, ...setup.options },
    collaborators: [
      { provide: TokenEstimator, useValue: estimator },
      ...(setup.collaborators ?? []),
    ],
  });
  budget = running.app.get(ToolTokenBudget);
  for (const [name, tokens] of Object.entries(tools)) declare(name, tokens);
}

function declare(name: string, tokens: number | string, replace = false) {
  const [, scope] = name.split('__');
  running.registry.register(
    { name, description: `${tokens} tokens`, scopes: scope ? [scope] : [] },
    () => null,
    { replace },
  );
}

const select = async (options = {}, context = everything, model = MODEL) => {
  const { tools, ...rest } = await budget.toolsWithinBudget(context, model, options);
  return { ...rest, tools: tools.map(({ name }) => name) };
};

afterEach(() => running.app.close());

describe('choosing tools for a model', () => {
  it('takes them in their order, leaves out what does not fit and goes on with smaller ones', async () => {
    await boot({ one: 60, two: 50, three: 40, four: 1 });
    expect(await select()).toEqual({
      tools: ['one', 'three'],
      excluded: ['two', 'four'],
      tokensUsed: 100,
      budget: 100,
      unknownPriority: [],
      modelKnown: true,
    });
  });

  it('takes the important ones first, in the order they are named', async () => {
    await boot({ one: 60, two: 50, three: 40 });
    const { tools, excluded } = await select({ priority: ['three', 'two', 'three'] });
    expect([tools, excluded]).toEqual([['three', 'two'], ['one']]);
  });

  it('counts and takes only what the caller could call, even where listings show everything', async () => {
    await boot({ one: 60, secret__admin: 30 }, { options: { visibility: 'all' } });
    const reader = ToolContext.web({ principal: 'user:bo' });
    expect(await select({}, reader)).toMatchObject({
      tools: ['one'],
      excluded: [],
      tokensUsed: 60,
    });
    expect(await budget.tokensPerTool(reader)).toEqual([{ name: 'one', tokens: 60 }]);
  });

  it('says which important ones the caller does not have, and not why', async () => {
    await boot({ one: 1, two__admin: 1 });
    const { unknownPriority, tools } = await select(
      { priority: ['toString', 'two__admin', 'one'] },
      ToolContext.web({ principal: 'user:bo', scopes: ['read'] }),
    );
    expect([unknownPriority, tools]).toEqual([['toString', 'two__admin'], ['one']]);
  });

  it('spends nothing on tools that the caller could not call', async () => {
    await boot({ large__admin: 100, small: 5 });
    const { tools, excluded, tokensUsed } = await select(
      {},
      ToolContext.web({ principal: 'user:bo', scopes: ['read'] }),
    );
    expect([tools, excluded, tokensUsed]).toEqual([['small'], [], 5]);
  });

  it('takes none when the only one is larger than the budget', async () => {
    await boot({ huge: 100_000 });
    expect(await select()).toMatchObject({ tools: [], excluded: ['huge'], tokensUsed: 0 });
  });

  it('gives tools the share of the window that is asked for', async () => {
    await boot({ one: 60, two: 50 });
    expect((await select({ reserve: 0.5 })).budget).toBe(500);
    expect((await select({ reserve: 1 })).budget).toBe(1_000);
    expect((await select({ reserve: undefined })).budget).toBe(100);
  });

  it.each([0, -0.1, 1.5, NaN, '0.3'])('refuses %p as a share', async (reserve) => {
    await boot({});
    expect(() =>
      budget.toolsWithinBudget(everything, MODEL, { reserve: reserve as never }),
    ).toThrow(/reserve must be a number above 0 and at most 1/);
  });

  it('says when it had to assume the window of the model', async () => {
    await boot({ one: 60 });
    expect(await select({}, everything, 'nobody-knows')).toMatchObject({
      modelKnown: false,
      budget: 819,
    });
  });

  it('is synchronous when the policy is, and waits for it when it is not', async () => {
    await boot({ one: 60 });
    expect(budget.toolsWithinBudget(everything, MODEL)).not.toBeInstanceOf(Promise);
    await running.app.close();
    await boot(
      { one: 60 },
      {
        collaborators: [
          { provide: PolicyRuleProvider, useValue: { findMatchingRule: async () => null } },
        ],
      },
    );
    const promised = budget.toolsWithinBudget(everything, MODEL);
    expect(promised).toBeInstanceOf(Promise);
    expect((await promised).tools).toHaveLength(1);
  });
});

describe('counting the tokens of tools', () => {
  it('counts a tool once, and again when it was replaced', async () => {
    await boot({ one: 60, two: 30 });
    await select();
    await select();
    await budget.checkToolBudget(everything, MODEL);
    expect(estimator.estimates).toBe(2);
    declare('two', 10, true);
    expect((await select()).tokensUsed).toBe(70);
    expect(estimator.estimates).toBe(3);
  });

  it('lists them tool by tool', async () => {
    await boot({ one: 60, two: 30 });
    expect(await budget.tokensPerTool(everything)).toEqual([
      { name: 'one', tokens: 60 },
      { name: 'two', tokens: 30 },
    ]);
  });

  it.each(['-5', 'no', 'Infinity'])('refuses an estimator that counts %s', async (tokens) => {
    await boot({ one: tokens });
    expect(() => budget.tokensPerTool(everything)).toThrow(/tokens for the tool "one"\. It must/);
  });

  it('costs more for a tool with a richer schema', async () => {
    running = await bootRuntime();
    budget = running.app.get(ToolTokenBudget);
    const add = (name: string, properties: object) =>
      running.registry.register(
        { name, description: 'Same', input: { type: 'object', properties } },
        () => null,
      );
    add('plain', {});
    add('rich', { query: { type: 'string', description: 'What to look for', maxLength: 200 } });
    const [plain, rich] = await budget.tokensPerTool(everything);
    expect(rich!.tokens).toBeGreaterThan(plain!.tokens + 10);
  });
});

describe('checking whether all tools fit', () => {
  it('says how full the budget is', async () => {
    await boot({ one: 60, two: 7 });
    expect(await budget.checkToolBudget(everything, MODEL)).toEqual({
      fits: true,
      used: 67,
      budget: 100,
      percent: 67,
      overflow: 0,
      contextLimit: 1_000,
      modelKnown: true,
      reserve: 0.1,
    });
  });

  it('says by how much it is exceeded', async () => {
    await boot({ one: 60, two: 61 });
    expect(await budget.checkToolBudget(everything, MODEL, { reserve: 0.09 })).toMatchObject({
      fits: false,
      used: 121,
      percent: 134.44,
      overflow: 31,
    });
  });

  it('fits exactly when nothing is left', async () => {
    await boot({ one: 100 });
    expect(await budget.checkToolBudget(everything, MODEL)).toMatchObject({
      fits: true,
      percent: 100,
    });
  });
});

describe('the report for people', () => {
  it('shows window, budget and usage', async () => {
    await boot({ ping: 50 });
    expect(await budget.usageReport(everything, MODEL)).toBe(
      [
        '=== Token Usage Report ===',
        'Model: tiny',
        'Context Limit: 1000 tokens',
        'Tool Budget (10%): 100 tokens',
        'Tools Callable: 1',
        'Tokens Used: 50 tokens',
        'Budget Usage: 50%',
        'Status: ✓ Within budget',
        '',
        'Top 10 Tools by Token Usage:',
        '  - ping: 50 tokens',
      ].join('\n'),
    );
  });

  it('lists the ten largest tools, the largest first', async () => {
    await boot(
      Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`tool${i + 1}`, (i + 1) * 10])),
    );
    const report = await budget.usageReport(everything, MODEL);
    const listed = [...report.matchAll(/^ {2}- (\w+): (\d+) tokens$/gm)].map(([, name]) => name);
    expect(listed).toHaveLength(10);
    expect(listed[0]).toBe('tool25');
    expect(listed).not.toContain('tool1');
    expect(report).toContain('Status: ⚠ OVER BUDGET by 3150 tokens');
  });

  it('says that the window is an assumption, and obeys no control character in the name of a model', async () => {
    await boot({});
    const report = await budget.usageReport(everything, 'x\u001b[31m\nModel: gpt-4');
    expect(report).toContain(String.raw`Model: x\u001b[31m\u000aModel: gpt-4`);
    expect(report).toContain(
      '8192 tokens (assumed: the model is unknown; name it in tokens.limits)',
    );
  });
});
