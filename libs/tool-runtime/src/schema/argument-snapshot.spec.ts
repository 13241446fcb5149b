import fc from 'fast-check';
import { DEFAULT_ARGUMENT_LIMITS } from './argument-limits.js';
import { snapshotArguments } from './argument-snapshot.js';

const snapshot = (raw: unknown, options?: { repair?: boolean }) =>
  snapshotArguments(raw, DEFAULT_ARGUMENT_LIMITS, options);

function taken(raw: unknown): Record<string, unknown> {
  const result = snapshot(raw);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.value;
}

function refused(raw: unknown) {
  const result = snapshot(raw);
  if (result.ok) throw new Error('was taken');
  return result.issues;
}

function nested(depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let level = 1; level < depth; level++) value = { v: value };
  return value;
}

describe('taking over the arguments of a call', () => {
  it('gives an own copy that later changes of the caller do not reach', () => {
    const raw = { lines: [{ sku: 'a' }], page: 1 };
    const value = taken(raw);
    raw.lines[0].sku = 'b';
    expect(value).toEqual({ lines: [{ sku: 'a' }], page: 1 });
  });

  it('takes no arguments at all for an empty object', () => {
    expect(taken(undefined)).toEqual({});
  });

  it.each([[null], [[]], ['x'], [7], [true]])('refuses %j as arguments', (raw) => {
    expect(refused(raw)).toEqual([
      { path: '', rule: 'type', message: expect.stringMatching(/^Expected object, got /) },
    ]);
  });

  it('takes the JSON text of an object only where repair is allowed, and says so', () => {
    expect(snapshot('{"postId":7}')).toMatchObject({ ok: false });
    expect(snapshot('{"postId":7}', { repair: true })).toEqual({
      ok: true,
      value: { postId: 7 },
      repaired: [''],
    });
    expect(snapshot('[1]', { repair: true })).toMatchObject({ ok: false });
    expect(snapshot('{bad', { repair: true })).toMatchObject({ ok: false });
    expect(snapshot({ a: '{}' }, { repair: true })).toMatchObject({
      value: { a: '{}' },
      repaired: [],
    });
  });

  it('brings values of the language into their JSON form', () => {
    const at = new Date(0);
    // eslint-disable-next-line no-sparse-arrays
    expect(taken({ id: 12n, at, gone: undefined, holes: [1, , 3], zero: -0 })).toStrictEqual({
      id: '12',
      at: '1970-01-01T00:00:00.000Z',
      holes: [1, null, 3],
      zero: 0,
    });
  });

  it("takes the own properties of the host's own classes and of objects without a prototype", () => {
    class RefundInput {
      id = 'A-1';
      lines = [Object.assign(Object.create(null) as object, { sku: 'a' })];
      get total() {
        return 1;
      }
    }
    const value = taken(new RefundInput());
    expect(value).toStrictEqual({ id: 'A-1', lines: [{ sku: 'a' }] });
  });

  it.each([
    ['a Map', new Map(), 'json'],
    ['a Set', new Set(), 'json'],
    ['a Buffer', Buffer.from('x'), 'json'],
    ['a function', () => 1, 'json'],
    ['a symbol', Symbol('x'), 'json'],
    [
      'an object with toJSON',
      new (class {
        toJSON() {
          return 'x';
        }
      })(),
      'json',
    ],
    [
      'a forged Date',
      new (class {
        get [Symbol.toStringTag]() {
          return 'Date';
        }
      })(),
      'unreadable',
    ],
    ['an invalid Date', new Date(NaN), 'date'],
    ['NaN', NaN, 'finite'],
    ['Infinity', JSON.parse('1e400'), 'finite'],
    ['an integer beyond 2^53', JSON.parse('725653563933458432'), 'precision'],
  ])('refuses %s by its place', (_what, value, rule) => {
    expect(refused({ list: [0, value] })).toEqual([
      { path: 'list[1]', rule, message: expect.stringMatching(/^list\[1\]: /) },
    ]);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s at any depth', (key) => {
    const raw: unknown = JSON.parse(`{"title":"ok","list":[{"${key}":{"isAdmin":true}}]}`);
    expect(refused(raw)).toEqual([
      { path: `list[0].${key}`, rule: 'key', message: expect.stringContaining(`"${key}"`) },
    ]);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('survives getters that throw and revoked proxies', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const trap = {
      get secret() {
        throw new Error('S3NT1NEL');
      },
    };
    for (const raw of [{ a: proxy }, { a: trap }, proxy]) {
      const issues = refused(raw);
      expect(issues).toMatchObject([{ rule: 'unreadable' }]);
      expect(JSON.stringify(issues)).not.toContain('S3NT1NEL');
    }
    expect(refused({ a: trap })[0].path).toBe('a.secret');
  });

  it('accepts 64 levels and refuses 65, 10,000 and a cycle', () => {
    expect(snapshot(nested(64)).ok).toBe(true);
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    for (const raw of [nested(65), nested(10_000), cyclic])
      expect(refused(raw)).toMatchObject([{ rule: 'depth' }]);
  });

  it('refuses more values than allowed without walking them all', () => {
    expect(refused({ list: Array.from({ length: 1_000_000 }, (_, index) => index) })).toMatchObject(
      [{ path: 'list', rule: 'nodes' }],
    );
    expect(refused({ list: new Array(4_000_000_000) })).toMatchObject([{ rule: 'nodes' }]);
    const wide = Array.from({ length: 1000 }, () => Array.from({ length: 1000 }, () => 0));
    expect(refused({ wide })).toMatchObject([{ rule: 'nodes' }]);
  });

  it('counts the object, every member and every element', () => {
    const limits = { maxDepth: 64, maxNodes: 4 };
    expect(snapshotArguments({ a: 1, b: [1] }, limits).ok).toBe(true);
    expect(snapshotArguments({ a: 1, b: [1, 2] }, limits).ok).toBe(false);
  });

  it('tells at most 20 issues', () => {
    expect(refused({ list: Array.from({ length: 1000 }, () => NaN) })).toHaveLength(20);
  });

  it('never throws and never gives anything but a plain JSON tree, whatever it is given', () => {
    const hostile = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withSparseArray: true,
      withTypedArray: true,
      withBoxedValues: true,
      key: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'then', 'toJSON')),
    });
    const proxied = fc
      .tuple(
        hostile,
        fc.constantFrom('get', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor'),
      )
      .map(
        ([value, trap]) =>
          new Proxy(Object(value) as object, {
            [trap]: () => {
              throw new Error('hostile');
            },
          }),
      );
    fc.assert(
      fc.property(
        fc.oneof(hostile, proxied, fc.dictionary(fc.string(), fc.oneof(hostile, proxied))),
        (raw) => {
          const result = snapshot(raw, { repair: true });
          if (result.ok) {
            expect(JSON.parse(JSON.stringify(result.value))).toStrictEqual(result.value);
            expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
          } else expect(result.issues.length).toBeGreaterThan(0);
          expect(Reflect.ownKeys({}.constructor.prototype)).toEqual(PROTOTYPE_KEYS);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('leaves JSON objects as they are', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (raw) => {
        const json = JSON.stringify(raw);
        fc.pre(!/"(__proto__|constructor|prototype)":/.test(json));
        const parsed: unknown = JSON.parse(json);
        const result = snapshot(parsed);
        fc.pre(result.ok || !result.issues.every(({ rule }) => rule === 'precision'));
        expect(result).toMatchObject({ ok: true });
        expect(JSON.stringify(result.ok && result.value)).toBe(JSON.stringify(parsed));
      }),
    );
  });
});

const PROTOTYPE_KEYS = Reflect.ownKeys(Object.prototype);
