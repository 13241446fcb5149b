import type { JsonSchema } from '../common/json.js';
import { SchemaCompileError } from './schema-compile.error.js';
import { SchemaValidator } from './schema-validator.js';

const validator = new SchemaValidator();
const messages = (schema: JsonSchema, data: unknown) =>
  validator
    .compile(schema)
    .check(data)
    .map(({ message }) => message);

const closed = (properties: Record<string, unknown>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

describe('what is told about arguments that do not fit', () => {
  const order = closed(
    {
      name: { type: 'string', minLength: 2, maxLength: 4 },
      page: { type: 'integer', minimum: 1, maximum: 100 },
      status: { enum: ['active', 'inactive'] },
      lines: {
        type: 'array',
        items: closed({ sku: { type: 'string' }, op: { type: 'string' } }, ['sku']),
      },
    },
    ['name'],
  );

  it('names everything that is missing, wrong and unknown in one go, in this order', () => {
    expect(
      validator
        .compile(order)
        .check({ page: '5', lines: [{ sku: 'a' }, { sku: 7, opp: '=' }, {}], statos: 1 }),
    ).toEqual([
      { path: 'name', rule: 'required', message: 'Missing required field: name' },
      { path: 'lines[2].sku', rule: 'required', message: 'Missing required field: lines[2].sku' },
      { path: 'page', rule: 'type', message: 'page: Expected integer, got string' },
      { path: 'lines[1].sku', rule: 'type', message: 'lines[1].sku: Expected string, got integer' },
      {
        path: 'statos',
        rule: 'additionalProperties',
        message: 'Unknown property: statos (did you mean "status"?)',
      },
      {
        path: 'lines[1].opp',
        rule: 'additionalProperties',
        message: 'Unknown property: lines[1].opp (did you mean "op"?)',
      },
    ]);
  });

  it.each([
    [{ name: 'x' }, 'name: String too short (min: 2)'],
    [{ name: 'xxxxx' }, 'name: String too long (max: 4)'],
    [{ name: 'ok', page: 0 }, 'page: Value too small (min: 1)'],
    [{ name: 'ok', page: 101 }, 'page: Value too large (max: 100)'],
    [{ name: 'ok', page: 2.5 }, 'page: Expected integer, got number'],
    [{ name: 'ok', status: 'S3NT1NEL' }, 'status: Value must be one of: active, inactive'],
    [{ name: null }, 'name: Expected string, got null'],
    [[], 'Expected object, got array'],
  ])('%j: %s', (data, message) => {
    expect(messages(order, data)).toEqual([message]);
  });

  it.each([
    [{ exclusiveMinimum: 0 }, 0, 'v: Value too small (must be greater than 0)'],
    [{ exclusiveMaximum: 9 }, 9, 'v: Value too large (must be less than 9)'],
    [{ multipleOf: 5 }, 7, 'v: Value must be a multiple of 5'],
    [{ type: ['string', 'null'] }, 1, 'v: Expected string or null, got integer'],
    [{ pattern: '^a$' }, 'b', 'v: Value must match the pattern ^a$'],
    [{ const: 'x' }, 'y', 'v: Value must be one of: x'],
    [{ minItems: 1 }, [], 'v: Array too short (min: 1)'],
    [{ maxItems: 1 }, [1, 2], 'v: Array too long (max: 1)'],
    [{ prefixItems: [true], items: false }, [1, 2], 'v: Array too long (max: 1)'],
    [{ uniqueItems: true }, [{ a: 1 }, { a: 1 }], 'v: Array elements must differ from each other'],
    [{ contains: { const: 1 } }, [2], 'v: Array must contain at least 1 matching element(s)'],
    [{ minProperties: 1 }, {}, 'v: Too few properties (min: 1)'],
    [{ maxProperties: 0 }, { a: 1 }, 'v: Too many properties (max: 0)'],
    [{ propertyNames: { pattern: '^a' } }, { b: 1 }, 'v: Property name not allowed: b'],
    [{ not: { const: 1 } }, 1, 'v: Value is not allowed here'],
    [false, 1, 'v: Value is not allowed here'],
    [
      { dependentRequired: { a: ['b'] } },
      { a: 1 },
      'Missing required field: v.b (needed together with a)',
    ],
    [
      { properties: { a: true }, unevaluatedProperties: false },
      { b: 1 },
      'Unknown property: v.b (did you mean "a"?)',
    ],
    [{ if: { const: 1 }, else: { type: 'string' } }, 2, 'v: Expected string, got integer'],
    [
      { oneOf: [{ type: 'integer' }, { minimum: 0 }] },
      1,
      'v: Value fits more than one of the forms of which exactly one is allowed',
    ],
  ])('%j refuses %j', (schema, value, message) => {
    expect(messages({ properties: { v: schema } }, { v: value })).toEqual([message]);
  });

  it('tells at most 20 issues and never a value', () => {
    const issues = validator
      .compile({ properties: { list: { items: { type: 'integer' } } } })
      .check({ list: Array.from({ length: 500 }, () => 'S3NT1NEL') });
    expect(issues).toHaveLength(20);
    expect(JSON.stringify(issues)).not.toContain('S3NT1NEL');
  });

  it('tells indices and numeric names apart', () => {
    expect(messages({ additionalProperties: { items: { type: 'string' } } }, { '0': [1] })).toEqual(
      ['["0"][0]: Expected string, got integer'],
    );
  });
});

describe('a value that fits no branch of a union', () => {
  const shape = {
    $defs: {
      circle: closed({ kind: { const: 'circle' }, radius: { type: 'number' } }, ['kind', 'radius']),
      square: closed({ kind: { const: 'square' }, side: { type: 'number' } }, ['kind', 'side']),
    },
    properties: { shape: { anyOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/square' }] } },
  };

  it('is explained by the branch it was meant for', () => {
    expect(messages(shape, { shape: { kind: 'square', size: 1 } })).toEqual([
      'Missing required field: shape.side',
      'Unknown property: shape.size (did you mean "side"?)',
    ]);
  });

  it('is told the constants when it matches none', () => {
    expect(messages(shape, { shape: { kind: 'oval', radius: 1 } })).toEqual([
      'shape.kind: Value must be one of: circle, square',
    ]);
  });

  it('is told the types when its type is wrong everywhere', () => {
    expect(
      messages({ properties: { v: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }, { v: 1 }),
    ).toEqual(['v: Expected string or null, got integer']);
  });

  it('is told the rule of the only branch of its type', () => {
    expect(
      messages(
        { properties: { v: { oneOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] } } },
        { v: 'ab' },
      ),
    ).toEqual(['v: String too short (min: 3)']);
  });

  it('is told so when nothing more can be said', () => {
    expect(
      messages(
        {
          properties: { v: { anyOf: [{ minimum: 5 }, { multipleOf: 7 }] }, w: { type: 'string' } },
        },
        { v: 1, w: 1 },
      ),
    ).toEqual(['v: Value fits none of the allowed forms', 'w: Expected string, got integer']);
  });
});

describe('formats', () => {
  const accepts = (format: string, value: string) =>
    validator.compile({ type: 'string', format }).accepts(value);

  it.each([
    '2026-07-01T10:00:00Z',
    '2026-07-01T10:00:00.123+05:30',
    '2024-02-29T23:59:59-23:59',
    '2026-07-01t10:00:00z',
  ])('date-time takes %s, and so does Date', (text) => {
    expect(accepts('date-time', text)).toBe(true);
    expect(new Date(text).getTime()).not.toBeNaN();
  });

  it.each([
    '2026-02-30',
    '2026-02-30T10:00:00Z',
    '2025-02-29T10:00:00Z',
    '1900-02-29T10:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-07-01',
    '2026-07-01T10:00:00',
    '2026-07-01 10:00:00Z',
    '2026-07-01T10:00:00+0530',
    '2026-07-01T10:00:00+25:00',
    '2026-07-01T24:00:00Z',
    '2026-12-31T23:59:60Z',
    'yesterday',
    '',
  ])('date-time refuses %j', (text) => {
    expect(accepts('date-time', text)).toBe(false);
  });

  it('enforces the others by their definitions', () => {
    expect(accepts('date', '2026-02-28')).toBe(true);
    expect(accepts('date', '2026-02-30')).toBe(false);
    expect(accepts('time', '10:00:00+0200')).toBe(false);
    expect(accepts('uuid', '123e4567-e89b-12d3-a456-426614174000')).toBe(true);
    expect(accepts('uuid', 'urn:uuid:123e4567-e89b-12d3-a456-426614174000')).toBe(false);
    expect(accepts('byte', '!!\nAAAA')).toBe(false);
    expect(accepts('url', 'https://example.com/a?b')).toBe(true);
    expect(accepts('url', 'javascript:alert(1)')).toBe(false);
    expect(accepts('email', 'a@example.com')).toBe(true);
  });

  it('answers hostile strings in linear time', () => {
    for (const format of [
      'url',
      'uri',
      'email',
      'date-time',
      'hostname',
      'uri-reference',
      'duration',
    ])
      for (const unit of ['a:', 'a.', 'a', '1', '/'])
        accepts(format, `http://a:${unit.repeat(50_000)}\n`);
  });

  it('says what the format looks like', () => {
    expect(messages({ properties: { at: { format: 'date-time' } } }, { at: 'now' })).toEqual([
      'at: Value must be in date-time format, such as 2026-07-01T10:00:00Z',
    ]);
  });
});

describe('a schema that cannot be enforced', () => {
  it.each([
    [
      { properties: { a: { minLenght: 1 } } },
      /properties\/a.*"minLenght".*did you mean "minLength"/,
    ],
    [{ properties: { a: { type: 'strng' } } }, /properties\.a\.type/],
    [{ properties: { a: { type: 'string', nullable: true } } }, /"nullable".*\["string", "null"\]/],
    [{ properties: { a: { format: 'datetime' } } }, /format "datetime"/],
    [{ properties: { a: { pattern: '(' } } }, /Invalid regular expression|pattern/],
    [{ properties: { a: { $ref: '#/$defs/Gone' } } }, /#\/\$defs\/Gone/],
    [{ properties: { a: { $ref: 'http://192.0.2.1/x' } } }, /http:\/\/192\.0\.2\.1\/x/],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, /2020-12/],
    [{ $async: true }, /\$async/],
    [{ toString: 1 }, /toString/],
  ])('%j is refused by name', (schema, message) => {
    expect(() => validator.verify(schema)).toThrow(SchemaCompileError);
    expect(() => validator.verify(schema)).toThrow(message);
  });

  it('is refused when it contains itself as an object', () => {
    const schema: Record<string, unknown> = { type: 'object' };
    schema['additionalProperties'] = schema;
    expect(() => validator.compile(schema)).toThrow(/contains itself/);
  });
});

describe('a schema that can be enforced', () => {
  it('may carry x- annotations, anchors and an $id that another one carries too', () => {
    const first = validator.compile({
      $id: 'https://example.com/a',
      type: 'string',
      'x-mcp-header': 'A',
    });
    const second = validator.compile({
      $id: 'https://example.com/a',
      $defs: { n: { $anchor: 'n', type: 'integer' } },
      $ref: '#n',
    });
    expect([first.accepts('x'), second.accepts('x'), second.accepts(1)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('is not confused by values that look like schemas', () => {
    const compiled = validator.compile({
      properties: { a: { default: { minLenght: 1 }, enum: [{ nullable: true }] } },
      examples: [{ foo: 1 }],
    });
    expect(compiled.accepts({ a: { nullable: true } })).toBe(true);
  });

  it('changes neither data nor itself', () => {
    const schema = Object.freeze({
      properties: Object.freeze({ a: { type: 'integer', default: 1 } }),
    });
    const data = Object.freeze({ b: '1' });
    expect(validator.compile(schema).check(data)).toEqual([]);
    expect(data).toEqual({ b: '1' });
  });

  it('may declare properties that every object inherits', () => {
    const { check } = validator.compile(
      closed({ toString: { type: 'string' }, valueOf: { type: 'string' } }, ['valueOf']),
    );
    expect(check({}).map(({ message }) => message)).toEqual(['Missing required field: valueOf']);
    expect(check({ valueOf: 'x' })).toEqual([]);
  });

  it('finds equal elements of a large array without comparing every pair', () => {
    const { accepts } = validator.compile({ uniqueItems: true });
    const items = Array.from({ length: 20_000 }, (_, id) => ({ id, tags: ['a'] }));
    expect(accepts(items)).toBe(true);
    expect(accepts([...items, { tags: ['a'], id: 5 }])).toBe(false);
    expect(accepts(['{"a":1}', { a: 1 }, 1, '1', null, 'null', '__proto__'])).toBe(true);
    expect(accepts(['__proto__', '__proto__'])).toBe(false);
  });
});

describe('a recursive schema with alternatives', () => {
  const branch = (kind: string) => ({
    type: 'object',
    properties: {
      left: { $ref: '#/$defs/node' },
      right: { $ref: '#/$defs/node' },
      kind: { const: kind },
    },
    required: ['kind'],
    additionalProperties: false,
  });
  const compiled = validator.compile({
    $defs: { node: { anyOf: [branch('add'), branch('mul')] } },
    $ref: '#/$defs/node',
  });
  const tree = (depth: number, leaf: string): object =>
    depth === 0 ? { kind: leaf } : { left: tree(depth - 1, leaf), kind: 'mul' };

  it('judges ordinary data', () => {
    expect(compiled.check(tree(5, 'add'))).toEqual([]);
    expect(compiled.check(tree(5, 'pow')).length).toBeGreaterThan(0);
  });

  it('gives up on data that would make it try every combination', () => {
    expect(compiled.check(tree(60, 'pow'))).toEqual([
      { path: '', rule: 'complexity', message: expect.stringContaining('alternatives') },
    ]);
    expect(compiled.accepts(tree(3, 'add'))).toBe(true);
  });
});
