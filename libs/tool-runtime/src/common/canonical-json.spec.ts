import fc from 'fast-check';
import { canonicalJson } from './canonical-json.js';

describe('canonical JSON', () => {
  it('is JSON that says the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(JSON.parse(canonicalJson(value)))).toBe(
          JSON.stringify(JSON.parse(JSON.stringify(sorted(value)))),
        );
      }),
    );
  });

  it('is the same for objects that were written in another order', () => {
    expect(canonicalJson({ b: [1, { d: 2, c: 3 }], a: null })).toBe(
      '{"a":null,"b":[1,{"c":3,"d":2}]}',
    );
    expect(canonicalJson({ a: null, b: [1, { c: 3, d: 2 }] })).toBe(
      canonicalJson({ b: [1, { d: 2, c: 3 }], a: null }),
    );
  });

  it('writes what JSON has no word for as JSON.stringify does', () => {
    const odd = { a: undefined, b: Number.NaN, c: -0, d: [undefined, Infinity, () => 1], é: 1e21 };
    expect(canonicalJson(odd)).toBe(JSON.stringify(odd));
    expect(canonicalJson(undefined)).toBe('null');
  });
});

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const record = value as Record<string, unknown>;
  // Keys that look like numbers come first in every JavaScript object, so only parsing makes both orders comparable.
  return Object.fromEntries(
    Object.keys(record)
      .toSorted()
      .map((key) => [key, sorted(record[key])]),
  );
}
