import { inlineText, labelOf, oneLine, paragraph } from './display-text.js';
import { displayWidth, padded } from './display-width.js';
import { readableValue } from './readable-value.js';

const LIMITS = { maxItems: 3, withheld: new Set(['confirm_token']) };
const shown = (value: unknown) => inlineText(readableValue(value, LIMITS), 100);

describe('a value on one line', () => {
  it.each<[unknown, string]>([
    ['text', 'text'],
    [12n, '12'],
    [NaN, 'NaN'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new Date(NaN), 'Invalid Date'],
    [new Map([['a', 1]]), '{"a":1}'],
    [new Set(['x']), '["x"]'],
    [new Error('lost'), 'Error: lost'],
    [Buffer.from('abc'), '[3 bytes]'],
    [Object('boxed'), 'boxed'],
    [new URL('https://a.example/b'), 'https://a.example/b'],
    [{ nested: { list: [1, null, undefined] } }, '{"nested":{"list":[1,null,null]}}'],
    [[1, 2, 3, 4, 5], '[1,2,3,… 2 more]'],
    [{ confirm_token: 'x', id: 1 }, '{"id":1}'],
    [{ ['__proto__']: 1, constructor: 2 }, '{"__proto__":1,"constructor":2}'],
    [JSON.parse('{"__proto__":{"admin":true}}'), '{"__proto__":{"admin":true}}'],
  ])('reads %p as a person would', (value, text) => {
    expect(shown(value)).toBe(text);
  });

  it('is cut between characters and says by how much', () => {
    expect(oneLine('abcdef', 4)).toBe('abcd… (2 more)');
    expect(oneLine('abc🎉', 4)).toBe('abc… (1 more)');
    expect(oneLine('abcd', 4)).toBe('abcd');
  });
});

describe('a text of several lines', () => {
  it('keeps line breaks and tabs, and is cut after some lines', () => {
    expect(paragraph('a\r\nb\n\tc', 5, 10)).toEqual(['a', 'b', '  c']);
    expect(paragraph('1\n2\n3', 2, 10)).toEqual(['1', '2', '…']);
  });
});

describe('a label', () => {
  it.each([
    ['full_name', 'Full name'],
    ['orderId', 'Order id'],
    ['customerID', 'CustomerID'],
    ['id', 'Id'],
    ['größe', 'Größe'],
    ['', ''],
    ['___', '___'],
  ])('of %j reads %j', (key, label) => {
    expect(labelOf(key, 60)).toBe(label);
  });
});

describe('the width of a text in a terminal', () => {
  it.each([
    ['abc', 3],
    ['日本語', 6],
    ['한국', 4],
    ['ｆｕｌｌ', 8],
    ['🎉', 2],
    ['e\u0301', 1],
    ['Köln', 4],
    ['', 0],
  ])('of %j is %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it('is filled up, never cut', () => {
    expect(padded('日本', 6)).toBe('日本  ');
    expect(padded('abcdef', 3)).toBe('abcdef');
  });
});
