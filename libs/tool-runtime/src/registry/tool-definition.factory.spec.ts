import type { ToolOptions } from '../declaration/tool-options.js';
import type { ToolInput } from '../schema/tool-input.js';
import type { ToolOutput } from '../schema/tool-output.js';
import type { ToolRuntimeOptions } from '../tool-runtime.options.js';
import { resolveToolRuntimeOptions } from '../tool-runtime.options.resolver.js';
import { createToolDefinition } from './tool-definition.factory.js';
import { NO_ENHANCERS } from './tool-handler.js';
import { toolOptionProblems } from './tool-options.check.js';

const inputOf = (properties: object = {}) =>
  ({ schema: { type: 'object', properties, additionalProperties: false } }) as unknown as ToolInput;
const handler = { enhancers: NO_ENHANCERS, invoke: () => undefined };
const owner = { module: 'OrdersModule', class: 'OrderTools', method: 'refund' };
const minimal: ToolOptions = { name: 'refund_order', description: 'Refund an order' };

const define = (
  options: Partial<ToolOptions> = {},
  defaults: ToolRuntimeOptions = {},
  input = inputOf(),
  output?: ToolOutput,
) =>
  createToolDefinition(
    { ...minimal, ...options },
    input,
    output,
    { ...handler },
    owner,
    resolveToolRuntimeOptions(defaults),
  );

describe('the definition of a tool', () => {
  it('takes from the module what the tool does not say', () => {
    expect(
      define({}, { execution: { timeoutMs: 7, timeoutMode: 'soft', maxResultBytes: 9 } }),
    ).toMatchObject({
      timeoutMs: 7,
      timeoutMode: 'soft',
      maxResultBytes: 9,
      scopes: [],
      scopesMode: 'any',
      mutating: false,
      readOnly: true,
      idempotent: true,
      confirm: false,
      hidden: false,
      tags: [],
      rateLimit: { limit: 100, windowMs: 60_000, cost: 1 },
    });
  });

  it('lets the tool decide otherwise', () => {
    expect(define({ timeoutMs: 5, timeoutMode: 'soft', readOnly: false })).toMatchObject({
      timeoutMs: 5,
      timeoutMode: 'soft',
      readOnly: false,
      idempotent: false,
    });
  });

  it('costs more when the tool is mutating, unless it names its cost', () => {
    expect(define({ mutating: true }).rateLimit).toMatchObject({ cost: 5 });
    expect(define({ mutating: true, rateLimit: { cost: 2, limit: 10 } }).rateLimit).toEqual({
      limit: 10,
      windowMs: 60_000,
      cost: 2,
    });
  });

  it('has no budget where the tool or the module turns limiting off', () => {
    expect(define({ rateLimit: false }).rateLimit).toBeUndefined();
    expect(define({ rateLimit: { limit: 3 } }, { rateLimit: false }).rateLimit).toBeUndefined();
  });

  it('is frozen and keeps nothing the host could still change', () => {
    const scopes = ['orders:refund'];
    const tool = define({ scopes });
    scopes.push('admin');
    expect(tool.scopes).toEqual(['orders:refund']);
    for (const part of [tool, tool.scopes, tool.tags, tool.owner, tool.handler, tool.rateLimit])
      expect(Object.isFrozen(part)).toBe(true);
  });
});

describe('the fingerprint of a tool', () => {
  const base = define({ scopes: ['a', 'b'] }).fingerprint;

  it('is the same for the same declaration, however it is written', () => {
    expect(define({ scopes: ['b', 'a', 'a'] }).fingerprint).toBe(base);
    expect(base).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<[string, string]>([
    ['the name', define({ scopes: ['a', 'b'], name: 'other' }).fingerprint],
    ['the scopes', define({ scopes: ['a'] }).fingerprint],
    ['how many scopes are needed', define({ scopes: ['a', 'b'], scopesMode: 'all' }).fingerprint],
    ['mutating', define({ scopes: ['a', 'b'], mutating: true }).fingerprint],
    ['confirm', define({ scopes: ['a', 'b'], confirm: true }).fingerprint],
    ['the version', define({ scopes: ['a', 'b'], version: '2' }).fingerprint],
    ['the input', define({ scopes: ['a', 'b'] }, {}, inputOf({ id: {} })).fingerprint],
    [
      'the output',
      define({ scopes: ['a', 'b'] }, {}, inputOf(), { schema: {}, check: () => [] }).fingerprint,
    ],
  ])('changes with %s', (_what, fingerprint) => {
    expect(fingerprint).not.toBe(base);
  });

  it('does not change with what no caller agreed to', () => {
    const tool = define({ scopes: ['a', 'b'], timeoutMs: 5, rateLimit: false, hidden: true });
    expect(tool.fingerprint).toBe(base);
  });
});

describe('the options of a tool', () => {
  const problemsOf = (options: object, defaults: ToolRuntimeOptions = {}) =>
    toolOptionProblems(
      { ...minimal, ...options } as ToolOptions,
      resolveToolRuntimeOptions(defaults),
    );

  it('are fine as long as they make sense', () => {
    expect(
      problemsOf({
        scopes: ['orders:refund'],
        mutating: true,
        timeoutMs: undefined,
        rateLimit: { limit: 5 },
        tags: ['money'],
        clamps: { amount: [1, 5] },
      }),
    ).toEqual([]);
  });

  it.each<[object, RegExp]>([
    [{ name: 'refund order' }, /tool name "refund order" does not match .*discovery\.namePattern/],
    [{ name: 'x'.repeat(65) }, /does not match/],
    [{ name: '' }, /name must be a text/],
    [{ name: undefined }, /name must be a text/],
    [{ description: '  ' }, /description must be a text that is not empty/],
    [{ scopes: 'orders:refund' }, /scopes must be an array of strings/],
    [{ scopesMode: 'every' }, /scopesMode must be 'any' or 'all', got "every"/],
    [{ timeoutMs: 0 }, /timeoutMs must be a whole number of milliseconds from 1/],
    [{ timeoutMs: Infinity }, /timeoutMs.*got Infinity/],
    [{ mutating: true, readOnly: true }, /both mutating and readOnly/],
    [{ rateLimit: { limit: 0 } }, /rateLimit\.limit must be/],
    [
      { rateLimit: { windowms: 5 } },
      /rateLimit\.windowms is not an option\. Did you mean "windowMs"/,
    ],
    [{ rateLimit: { limit: 3, cost: 4 } }, /costs 4 but rateLimit\.limit is 3/],
    [{ rateLimit: { limit: 3 }, mutating: true }, /costs 5 but rateLimit\.limit is 3/],
    [{ maxResultBytes: 0.5 }, /maxResultBytes/],
    [{ scope: ['a'] }, /scope is not an option\. Did you mean "scopes"/],
    [{ confirm: 'yes' }, /confirm must be true or false/],
  ])('are refused when they do not: %j', (options, problem) => {
    expect(problemsOf(options)).toEqual([expect.stringMatching(problem)]);
  });

  it('may use other names where the module allows them', () => {
    expect(
      problemsOf({ name: 'orders.refund' }, { discovery: { namePattern: /^[a-z.]+$/ } }),
    ).toEqual([]);
  });
});
