import fc from 'fast-check';
import { copyJson } from './json-copy.js';

describe('copying JSON', () => {
  it('gives an equal tree that shares no container with the original', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = copyJson(value);
        expect(copy).toEqual(value);
        if (value !== null && typeof value === 'object') expect(copy).not.toBe(value);
      }),
    );
    const original = { lines: [{ sku: 'a' }] };
    const copy = copyJson(original);
    copy.lines[0].sku = 'b';
    expect(original.lines[0].sku).toBe('a');
  });

  it('copies a frozen tree into one that can be changed', () => {
    const copy = copyJson(Object.freeze({ a: Object.freeze([1]) as number[] }));
    copy.a.push(2);
    expect(copy).toEqual({ a: [1, 2] });
  });

  it('keeps an own key named __proto__ an own key', () => {
    const copy = copyJson(JSON.parse('{"__proto__":{"admin":true}}') as object);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"admin":true}}');
  });
});
