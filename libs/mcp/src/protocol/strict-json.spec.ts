import fc from 'fast-check';
import { parseStrictJson } from './strict-json.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const refused = { ok: false };

describe('strict JSON', () => {
  it('reads whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const expected = { ok: true, value: JSON.parse(text) };
        expect(parseStrictJson(text)).toEqual(expected);
        expect(parseStrictJson(bytes(text))).toEqual(expected);
      }),
    );
  });

  it('refuses whatever JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        let fits = true;
        try {
          JSON.parse(text);
        } catch {
          fits = false;
        }
        expect(parseStrictJson(text).ok).toBe(fits);
      }),
    );
  });

  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '[{"x":{"a":1,"b":2,"a":3}}]',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":1}',
  ])('refuses duplicate members: %s', (text) => {
    expect(parseStrictJson(text)).toEqual(refused);
  });

  it.each([
    ['{"a":"x:y","b":["{",":\\"",{"a":":"}]}'],
    ['{"a\\\\":1,"a":"\\\\\\""}'],
    ['{"__proto__":{"a":1}}'],
  ])('is not misled by what stands in strings: %s', (text) => {
    expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it('keeps dangerous names where they are', () => {
    const parsed = parseStrictJson('{"__proto__":{"polluted":true}}');
    expect(parsed.ok && Object.keys(parsed.value as object)).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('strips a byte order mark, once', () => {
    expect(parseStrictJson(Uint8Array.from([0xef, 0xbb, 0xbf, 0x31]))).toEqual({
      ok: true,
      value: 1,
    });
    expect(parseStrictJson('\ufeff\ufeff1')).toEqual(refused);
  });

  it.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a cut sequence', [0x22, 0xe2, 0x82, 0x22]],
  ])('refuses bytes that are no UTF-8: %s', (_, source) => {
    expect(parseStrictJson(Uint8Array.from(source))).toEqual(refused);
  });

  it('reads a view of a larger buffer', () => {
    const buffer = bytes('xx{"a":1}yy');
    expect(parseStrictJson(buffer.subarray(2, 9))).toEqual({ ok: true, value: { a: 1 } });
  });

  it('takes 128 levels and no more', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(parseStrictJson(nested(128)).ok).toBe(true);
    expect(parseStrictJson(nested(129))).toEqual(refused);
  });

  it.each(['[', '{"a":', '"\\'])('survives a megabyte of %s', (piece) => {
    const startedAt = performance.now();
    expect(parseStrictJson(piece.repeat(1_000_000 / piece.length))).toEqual(refused);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
