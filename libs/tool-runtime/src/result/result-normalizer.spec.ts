import { Readable } from 'node:stream';
import fc from 'fast-check';
import { normalizeResult } from './result-normalizer.js';

const limits = { maxDepth: 64, maxBytes: 1_048_576 };
const normalize = (data: unknown) => normalizeResult(data, limits);

function data(returned: unknown) {
  const result = normalize(returned);
  if (!result.ok) throw new Error(`${result.path}: ${result.reason}`);
  return result.data;
}

function failure(returned: unknown) {
  const result = normalize(returned);
  if (result.ok) throw new Error(`became ${result.json}`);
  return result;
}

function nested(depth: number): object {
  let value: object = {};
  for (let level = 1; level < depth; level++) value = { v: value };
  return value;
}

class Money {
  readonly currency = 'EUR';
  #cents = 5;
  note: string | undefined = undefined;
  get cents() {
    return this.#cents;
  }
}

describe('what a tool returns, as JSON', () => {
  it.each<[string, unknown, unknown]>([
    ['undefined', undefined, null],
    ['null', null, null],
    ['text', 'x', 'x'],
    ['a bigint', 725653563933458432n, '725653563933458432'],
    ['minus zero', -0, 0],
    ['a Date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    [
      'a Map',
      new Map<unknown, unknown>([
        [1, 2],
        ['a', new Map()],
      ]),
      { '1': 2, a: {} },
    ],
    ['a Set', new Set([1, new Set(['x'])]), [1, ['x']]],
    [
      'an Error',
      { error: Object.assign(new RangeError('too far'), { config: 'secret' }) },
      { error: { name: 'RangeError', message: 'too far' } },
    ],
    ['boxed values', [Object('x'), Object(1), Object(false), Object(2n)], ['x', 1, false, '2']],
    ['members that are undefined', { a: undefined, b: [undefined] }, { b: [null] }],
    ['symbol keys', { [Symbol('s')]: 1, a: 1 }, { a: 1 }],
    ['an instance', new Money(), { currency: 'EUR' }],
    [
      'an object without prototype',
      Object.assign(Object.create(null) as object, { a: 1 }),
      { a: 1 },
    ],
    ['a JSON form', { at: { toJSON: (key: string) => `form of ${key}` } }, { at: 'form of at' }],
    [
      'a JSON form that is an object',
      { toJSON: () => ({ at: new Date(0), toJSON: undefined }) },
      { at: '1970-01-01T00:00:00.000Z' },
    ],
    ['a JSON form that is a Date', { toJSON: () => new Date(0) }, '1970-01-01T00:00:00.000Z'],
    ['a JSON form that is nothing', { a: { toJSON: () => undefined } }, {}],
    ['a URL', new URL('https://example.com/'), 'https://example.com/'],
    ['a function that answers for itself', { a: new Proxy({ b: 1 }, {}) }, { a: { b: 1 } }],
    ['an empty list', [], []],
  ])('%s', (_what, returned, expected) => {
    expect(data(returned)).toStrictEqual(expected);
  });

  it('has holes of a list filled', () => {
    const sparse: unknown[] = [1];
    sparse[2] = 3;
    expect(data(sparse)).toStrictEqual([1, null, 3]);
  });

  it('comes as data, its text and its size in bytes', () => {
    expect(normalize({ name: 'Zoë' })).toEqual({
      ok: true,
      data: { name: 'Zoë' },
      json: '{"name":"Zoë"}',
      bytes: 15,
    });
  });

  it('is a deeply frozen copy that later changes do not reach', () => {
    const order = { lines: [{ sku: 'a' }] };
    const copy = data(order) as typeof order;
    order.lines[0].sku = 'b';
    expect(copy).toEqual({ lines: [{ sku: 'a' }] });
    expect([copy, copy.lines, copy.lines[0]].every(Object.isFrozen)).toBe(true);
    expect(Object.isFrozen(order)).toBe(false);
  });

  it('may hold one object in two places', () => {
    const shared = { a: 1 };
    expect(data({ x: shared, y: [shared, shared] })).toEqual({
      x: { a: 1 },
      y: [{ a: 1 }, { a: 1 }],
    });
  });

  it('keeps an own key named __proto__ away from prototypes', () => {
    const copy = data(JSON.parse('{"a":{"__proto__":{"isAdmin":true}}}')) as {
      a: { isAdmin?: boolean };
    };
    expect(copy.a.isAdmin).toBeUndefined();
    expect(Object.getPrototypeOf(copy.a)).toBe(Object.prototype);
    expect(data(new Map([['__proto__', { isAdmin: true }]]))).not.toHaveProperty('isAdmin');
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});

describe('a result that has no JSON form', () => {
  async function* numbers() {
    yield 1;
  }
  function* letters() {
    yield 'a';
  }

  it.each<[string, unknown, RegExp]>([
    ['NaN', NaN, /NaN/],
    ['Infinity', -Infinity, /Infinity/],
    ['an invalid Date', new Date(NaN), /invalid Date/],
    ['a function', () => 1, /a function/],
    ['a symbol', Symbol('x'), /a symbol/],
    ['a Promise', Promise.resolve(1), /await/],
    ['a thenable', { then() {} }, /function/],
    ['a stream', Readable.from(['x']), /stream.*ToolResult\.content/],
    ['a web stream', new ReadableStream(), /stream/],
    ['an async generator', numbers(), /async iterator/],
    ['an async iterable', { [Symbol.asyncIterator]: numbers }, /async iterator/],
    ['a generator', letters(), /spread it/],
    ['an iterator', new Map([[1, 2]]).values(), /spread it/],
    ['a Buffer', Buffer.alloc(2_097_152), /binary.*ToolResult\.content/],
    ['a typed array', new Uint8Array(2), /binary/],
    ['an ArrayBuffer', new ArrayBuffer(2), /binary/],
    ['a Blob', new Blob(['x']), /binary/],
    ['a RegExp', /x/, /RegExp/],
    ['a WeakMap', new WeakMap(), /weak/],
    ['a Map with an object as key', new Map([[{}, 1]]), /text keys/],
    [
      'a Map whose keys have the same text',
      new Map<unknown, unknown>([
        [1, 1],
        ['1', 2],
      ]),
      /same text/,
    ],
  ])('%s is refused by its place', (_what, value, reason) => {
    const refused = failure({ list: [0, { value }] });
    expect(refused.path).toMatch(/^list\[1\]\.value/);
    expect(refused.reason).toMatch(reason);
    expect(failure(value).reason).toMatch(reason);
  });

  it('a cycle is refused where it closes', () => {
    const order: Record<string, unknown> = { id: 1 };
    order['customer'] = { orders: [order] };
    expect(failure(order)).toEqual({
      ok: false,
      path: 'customer.orders[0]',
      reason: expect.stringMatching(/^cycle/),
    });
    const self = { toJSON: () => ({ self }) };
    expect(failure(self).reason).toMatch(/^cycle/);
  });

  it('what throws while it is read is refused, and the cause is kept apart from the reason', () => {
    const boom = new Error('S3NT1NEL');
    const throwing = () => {
      throw boom;
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const trap = Object.defineProperty({}, 'total', { enumerable: true, get: throwing });
    expect(failure({ order: trap })).toMatchObject({ path: 'order.total', cause: boom });
    expect(failure({ order: { toJSON: throwing } })).toMatchObject({ path: 'order', cause: boom });
    expect(failure({ order: proxy }).path).toBe('order');
    expect(failure({ order: trap }).reason).not.toContain('S3NT1NEL');
  });

  it('may be 64 levels deep, not 65 and not 10,000', () => {
    expect(normalize(nested(64)).ok).toBe(true);
    for (const deep of [nested(65), nested(10_000)])
      expect(failure(deep).reason).toMatch(/^result too deep/);
    const endless: object = new Proxy(
      {},
      {
        ownKeys: () => ['v'],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
        get: (_, key) =>
          key === 'v' ? new Proxy({}, Reflect.getPrototypeOf({}) as object) : undefined,
      },
    );
    expect(normalize(endless)).toBeDefined();
  });
});

describe('a result over its size', () => {
  it('is refused with its size, the limit and what to do', () => {
    expect(failure('x'.repeat(64 * 1024 * 1024))).toEqual({
      ok: false,
      path: '',
      reason: 'result of at least 67.1 MB is over the limit of 1.0 MB; narrow the query',
    });
  });

  it('is measured in bytes of its text, quotes and escapes included', () => {
    const exactly = (maxBytes: number, value: unknown) =>
      normalizeResult(value, { maxDepth: 64, maxBytes }).ok;
    for (const value of [
      '',
      'ü',
      '\n',
      '😀',
      [],
      [1, 2],
      {},
      { a: 1, b: [true, null] },
      [[], []],
      { a: {} },
    ]) {
      const bytes = Buffer.byteLength(JSON.stringify(value));
      expect(exactly(bytes, value)).toBe(true);
      expect(exactly(bytes - 1, value)).toBe(false);
    }
    expect(normalizeResult('\n'.repeat(60), { maxDepth: 64, maxBytes: 100 })).toMatchObject({
      reason: 'result of 122 bytes is over the limit of 100 bytes; narrow the query',
    });
  });

  it('is given up early, however much is left', () => {
    let read = 0;
    const rows = Array.from({ length: 100_000 }, () => ({
      get text() {
        read++;
        return 'x'.repeat(1000);
      },
    }));
    expect(failure(rows).reason).toMatch(/over the limit/);
    expect(read).toBeLessThan(2000);
    expect(failure(new Array(4_000_000_000)).reason).toMatch(/over the limit/);
    expect(failure(Array.from({ length: 1_000_000 }, () => 0)).reason).toMatch(/over the limit/);
  });
});

describe('for whatever a tool may return', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
    withBoxedValues: true,
    key: fc.oneof(
      fc.string(),
      fc.constantFrom('__proto__', 'then', 'toJSON', 'length', 'constructor'),
    ),
  });

  it('the text is the data, a second pass changes nothing, and nothing throws', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anything, (returned) => {
        const first = normalize(returned);
        if (!first.ok) {
          expect(first.reason).not.toBe('');
          return;
        }
        accepted++;
        expect(JSON.parse(first.json)).toEqual(first.data);
        expect(JSON.stringify(first.data)).toBe(first.json);
        expect(first.bytes).toBe(Buffer.byteLength(first.json));
        expect(normalize(first.data)).toEqual(first);
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it('JSON values come out as they went in', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        expect(normalize(value)).toMatchObject({ ok: true, json });
      }),
    );
  });

  it('the size that is estimated on the way is never more than the real one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const bytes = Buffer.byteLength(JSON.stringify(value));
        expect(normalizeResult(value, { maxDepth: 64, maxBytes: bytes }).ok).toBe(true);
      }),
    );
  });
});
