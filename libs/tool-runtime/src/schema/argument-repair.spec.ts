import type { JsonSchema } from '../common/json.js';
import { compileRepair } from './argument-repair.js';

/** The arguments after repair, and the repaired paths. */
function repaired(schema: JsonSchema, args: Record<string, unknown>) {
  const copy = structuredClone(args);
  return { paths: compileRepair(schema)(copy), args: copy };
}

const object = (properties: Record<string, unknown>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

describe('JSON text where an object or array is wanted', () => {
  const schema = object({
    postId: { type: 'integer' },
    updates: object({ title: { type: 'string' }, order: { type: 'integer' } }),
    tags: { type: 'array', items: { type: 'string' } },
    body: { type: 'string' },
    either: { type: ['string', 'object'] },
  });

  it('is parsed, and repaired inside', () => {
    expect(repaired(schema, { updates: '{"title":"x","order":"2"}', tags: ' ["a"]' })).toEqual({
      paths: ['updates', 'updates.order', 'tags'],
      args: { updates: { title: 'x', order: 2 }, tags: ['a'] },
    });
  });

  it.each(['{"keep":"me"}', '[1]', 'true', '7'])('stays text where text is wanted: %s', (text) => {
    expect(repaired(schema, { body: text, either: text })).toEqual({
      paths: [],
      args: { body: text, either: text },
    });
  });

  it.each([
    '[1,2]',
    '{bad',
    '"{}"',
    'null',
    '7',
    '',
    '{"__proto__":{"isAdmin":true}}',
    '{"a":[{"constructor":1}]}',
    '{"id":725653563933458432}',
    `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`,
  ])('stays as it is when it is not what is wanted: %s', (text) => {
    expect(repaired(schema, { updates: text })).toEqual({ paths: [], args: { updates: text } });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('counts against the limits of the call as a whole', () => {
    const repair = compileRepair(
      { additionalProperties: { type: 'array' } },
      { maxDepth: 3, maxNodes: 10 },
    );
    const args = { a: '[1,2,3,4,5]', b: '[1,2,3,4,5]', c: '[[[]]]', d: '[[]]' };
    expect(repair(args)).toEqual(['a', 'd']);
  });
});

describe('text where a number or boolean is wanted', () => {
  const schema = object({
    limit: { type: 'integer' },
    price: { type: 'number' },
    dry: { type: 'boolean' },
    code: { type: 'string' },
    level: { enum: [1, 2] },
    many: { type: 'array', items: { type: ['integer', 'null'] } },
  });

  it('becomes what it spells', () => {
    const { args, paths } = repaired(schema, {
      limit: '25',
      price: '-19.90',
      dry: 'false',
      code: '007',
      level: '2',
      many: ['1', '-3', null],
    });
    expect(args).toEqual({
      limit: 25,
      price: -19.9,
      dry: false,
      code: '007',
      level: 2,
      many: [1, -3, null],
    });
    expect(paths).toEqual(['limit', 'price', 'dry', 'level', 'many[0]', 'many[1]']);
  });

  it.each([
    '',
    ' 5',
    '5 ',
    '007',
    '-0',
    '+5',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '2.5',
    '2.0',
    '5.',
    '1_000',
    '1,000',
    '9007199254740993',
    'true',
  ])('an integer is not read from %j', (text) => {
    expect(repaired(schema, { limit: text }).args).toEqual({ limit: text });
  });

  it.each([
    '',
    '.5',
    '5.',
    '00.5',
    '1e3',
    'NaN',
    '0.12345678901234567',
    '123456789012345.67',
    '1'.repeat(400),
  ])('a number is not read from %j', (text) => {
    expect(repaired(schema, { price: text }).args).toEqual({ price: text });
  });

  it.each(['True', 'yes', '1', '0', '', ' true'])('a boolean is not read from %j', (text) => {
    expect(repaired(schema, { dry: text }).args).toEqual({ dry: text });
  });

  it('never goes the other way', () => {
    expect(repaired(schema, { code: 12, limit: true, dry: 1 })).toEqual({
      paths: [],
      args: { code: 12, limit: true, dry: 1 },
    });
  });
});

describe('null for a property that is not given', () => {
  it('is taken out where the property is optional and cannot be null', () => {
    const schema = object(
      {
        start: { type: 'string' },
        cursor: { type: ['string', 'null'] },
        id: { type: 'string' },
        nested: object({ page: { type: 'integer' } }),
        any: true,
      },
      ['id'],
    );
    expect(
      repaired(schema, { start: null, cursor: null, id: null, nested: { page: null }, any: null }),
    ).toEqual({
      paths: ['start', 'nested.page'],
      args: { cursor: null, id: null, nested: {}, any: null },
    });
  });

  it('stays in maps and lists', () => {
    const schema = {
      properties: { list: { items: { type: 'string' } } },
      additionalProperties: { type: 'integer' },
    };
    expect(repaired(schema, { list: [null], other: null }).paths).toEqual([]);
  });
});

describe('repair follows the schema', () => {
  it('through references, allOf, prefixItems and maps', () => {
    const schema = {
      $defs: { node: object({ n: { type: 'integer' }, next: { $ref: '#/$defs/node' } }) },
      allOf: [{ properties: { root: { $ref: '#/$defs/node' } } }],
      properties: {
        pair: {
          prefixItems: [{ type: 'string' }, { type: 'integer' }],
          items: { type: 'boolean' },
        },
      },
      additionalProperties: { type: 'number' },
    };
    expect(
      repaired(schema, {
        root: { n: '1', next: { n: '2', next: '{"n":"3"}' } },
        pair: ['1', '1', 'true'],
      }).args,
    ).toEqual({
      root: { n: 1, next: { n: 2, next: { n: 3 } } },
      pair: ['1', 1, true],
    });
  });

  it('into a nullable object and into the branch that a constant names, and into no other union', () => {
    const circle = object({ kind: { const: 'circle' }, radius: { type: 'number' } }, ['kind']);
    const square = object({ kind: { const: 'square' }, side: { type: 'number' } }, ['kind']);
    const schema = {
      properties: {
        nullable: { anyOf: [object({ n: { type: 'integer' } }), { type: 'null' }] },
        shape: { oneOf: [circle, square] },
        unclear: { anyOf: [object({ n: { type: 'integer' } }), object({ n: { type: 'string' } })] },
        maybe: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
      },
    };
    expect(
      repaired(schema, {
        nullable: { n: '1' },
        shape: { kind: 'square', side: '2' },
        unclear: { n: '1' },
        maybe: '1',
      }),
    ).toEqual({
      paths: ['nullable.n', 'shape.side'],
      args: {
        nullable: { n: 1 },
        shape: { kind: 'square', side: 2 },
        unclear: { n: '1' },
        maybe: '1',
      },
    });
  });

  it('but not where a pattern may say otherwise', () => {
    const schema = {
      patternProperties: { '^x': { type: 'string' } },
      additionalProperties: { type: 'integer' },
    };
    expect(repaired(schema, { x1: '1', y: '1' }).paths).toEqual([]);
  });

  it('and ends on schemas that refer to themselves', () => {
    const schema = {
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
      properties: { v: { $ref: '#/$defs/a' } },
    };
    expect(repaired(schema, { v: { w: '1' } }).paths).toEqual([]);
    const twice = {
      $defs: {
        n: {
          allOf: [
            { properties: { v: { $ref: '#/$defs/n' } } },
            { properties: { v: { $ref: '#/$defs/n' } } },
          ],
        },
      },
      $ref: '#/$defs/n',
    };
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 60; level++) deep = { v: deep };
    expect(repaired(twice, deep).paths).toEqual([]);
  });

  it('and tells at most 50 paths', () => {
    const list = Array.from({ length: 1000 }, () => '1');
    const { args, paths } = repaired(
      { properties: { list: { items: { type: 'integer' } } } },
      { list },
    );
    expect(paths).toHaveLength(50);
    expect(args).toEqual({ list: list.map(Number) });
  });
});
