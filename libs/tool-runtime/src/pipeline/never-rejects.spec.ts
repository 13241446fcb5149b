import fc from 'fast-check';
import { Injectable } from '@nestjs/common';
import { Tool, ToolContext, ToolCtx, ToolParam, ToolResult } from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime } from '../../../../test/support/boot-runtime.js';

@Injectable()
class Open {
  @Tool({
    name: 'anything',
    description: 'Takes anything',
    input: { type: 'object', properties: { v: {} } },
  })
  anything(input: unknown) {
    return input;
  }

  @Tool({ name: 'strict', description: 'Takes little' })
  strict(
    @ToolParam('n', { type: 'integer', clamp: [0, 9] }) n: number,
    @ToolCtx() _context: ToolContext,
  ) {
    return n;
  }

  @Tool({ name: 'confirmed', description: 'Asks', confirm: true })
  confirmed(@ToolParam('s') s: string) {
    return s;
  }
}

const HOSTILE: [string, () => unknown][] = [
  [
    'a cycle',
    () => {
      const loop: Record<string, unknown> = {};
      loop['v'] = loop;
      return loop;
    },
  ],
  [
    'a throwing getter',
    () => ({
      get v() {
        throw new Error('no');
      },
    }),
  ],
  [
    'a revoked proxy',
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
  ],
  [
    'a proxy that throws on everything',
    () =>
      new Proxy(
        {},
        {
          get() {
            throw new Error('get');
          },
          ownKeys() {
            throw new Error('keys');
          },
          getPrototypeOf() {
            throw new Error('proto');
          },
          has() {
            throw new Error('has');
          },
        },
      ),
  ],
  [
    'a thenable',
    () => ({
      then() {
        throw new Error('then');
      },
    }),
  ],
  ['a prototype key', () => JSON.parse('{"__proto__":{"isAdmin":true}}')],
  ['a constructor key', () => ({ v: { constructor: { prototype: { x: 1 } } } })],
  [
    'a deep tree',
    () => {
      let deep: unknown = 1;
      for (let n = 0; n < 100_000; n++) deep = { v: deep };
      return deep;
    },
  ],
  ['a wide tree', () => ({ v: Array.from({ length: 1_000_000 }, () => 0) })],
  ['a symbol', () => Symbol('x')],
  ['a function', () => () => undefined],
  ['a bigint', () => 1n],
  ['a date', () => ({ v: new Date(Number.NaN) })],
  ['a huge number', () => ({ v: 725653563933458432 })],
  ['no number', () => ({ v: Number.NaN })],
  ['a map', () => ({ v: new Map([['a', 1]]) })],
  ['a null prototype', () => Object.assign(Object.create(null), { v: 1 })],
  [
    'a token that is an object with toString',
    () => ({
      s: 'x',
      confirm_token: {
        toString() {
          throw new Error('x');
        },
      },
    }),
  ],
];

describe('a call never rejects and never touches a prototype', () => {
  let runtime: RunningRuntime;

  beforeAll(async () => {
    runtime = await bootRuntime({ providers: [Open], options: { rateLimit: false } });
  });
  afterEach(() => {
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
    expect(({} as { x?: unknown }).x).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
  afterAll(() => runtime.app.close());

  it.each(HOSTILE)('for %s', async (_, make) => {
    for (const tool of ['anything', 'strict', 'confirmed'])
      expect(ToolResult.is(await runtime.registry.call(tool, make()))).toBe(true);
    expect(await runtime.registry.call('strict', { n: 3 })).toMatchObject({
      success: true,
      data: 3,
    });
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'a\nb', 'x'.repeat(1e6)])(
    'for a tool named %#',
    async (name) => {
      const result = await runtime.registry.call(name, {});
      expect(result.code).toBe('TOOL_NOT_FOUND');
      expect(result.error!.length).toBeLessThan(200);
      expect(result.error).not.toContain('\n');
    },
  );

  it('for a name that is no text', async () => {
    for (const name of [null, undefined, 7, {}, Symbol('x')])
      expect((await runtime.registry.call(name as string)).code).toBe('TOOL_NOT_FOUND');
  });

  it('for anything at all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('anything', 'strict', 'confirmed', 'nope'),
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withNullPrototype: true,
          withTypedArray: true,
          withSparseArray: true,
          withObjectString: true,
          key: fc.oneof(
            fc.string(),
            fc.constantFrom(
              '__proto__',
              'constructor',
              'prototype',
              'confirm_token',
              'n',
              's',
              'v',
            ),
          ),
        }),
        async (tool, args) => {
          const result = await runtime.registry.call(tool, args);
          expect(ToolResult.is(result)).toBe(true);
          JSON.stringify(result);
        },
      ),
      { numRuns: 500 },
    );
  });
});
