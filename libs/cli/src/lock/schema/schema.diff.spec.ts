import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { diffSchema } from './schema.diff.js';

const lines = (before: object, after: object) =>
  diffSchema(before, after, 'input').map(({ effect, message }) => `${effect} ${message}`);

const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});

describe('a schema that accepts more than it did', () => {
  it.each<[string, object, object, string]>([
    ['a property added', object({}), object({ force: {} }), 'input.force: property added'],
    [
      'a property no longer required',
      object({ id: {} }, { required: ['id'] }),
      object({ id: {} }),
      'input.id: no longer required',
    ],
    [
      'a higher maximum',
      object({ amount: { type: 'integer', maximum: 10 } }),
      object({ amount: { type: 'integer', maximum: 100 } }),
      'input.amount: maximum is 100 instead of 10',
    ],
    [
      'a lower minimum',
      object({ amount: { minimum: 1 } }),
      object({ amount: { minimum: 0 } }),
      'input.amount: minimum is 0 instead of 1',
    ],
    [
      'no bound at all',
      object({ note: { maxLength: 5 } }),
      object({ note: {} }),
      'input.note: maxLength 5 removed',
    ],
    [
      'one more value',
      object({ reason: { enum: ['late'] } }),
      object({ reason: { enum: ['late', 'any'] } }),
      'input.reason: value "any" added to enum',
    ],
    [
      'any value',
      object({ reason: { enum: ['late'] } }),
      object({ reason: {} }),
      'input.reason: no longer restricted to ["late"]',
    ],
    [
      'an open object',
      object({}),
      { type: 'object', properties: {} },
      'input: additionalProperties opened; members that are not declared are accepted',
    ],
    [
      'another type',
      { type: 'integer' },
      { type: 'number' },
      'input: type is number instead of integer',
    ],
    [
      'null too',
      { type: 'string' },
      { type: ['string', 'null'] },
      'input: type is string | null instead of string',
    ],
    ['any text', { pattern: '^A' }, {}, 'input: pattern "^A" removed'],
    ['repeated items', { uniqueItems: true }, {}, 'input: uniqueItems removed'],
    [
      'larger items',
      { type: 'array', items: object({ sku: { maxLength: 1 } }) },
      { type: 'array', items: object({ sku: { maxLength: 2 } }) },
      'input[].sku: maxLength is 2 instead of 1',
    ],
    [
      'one more alternative',
      { anyOf: [{ type: 'string' }] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      'input: alternative added to anyOf',
    ],
  ])('loosens, in one line: %s', (_what, before, after, message) => {
    expect(lines(before, after)).toEqual([`loosens ${message}`]);
    const back = lines(after, before);
    expect(back).toHaveLength(1);
    expect(back[0]).toMatch(/^tightens input/);
  });
});

describe('a schema that cannot be compared', () => {
  it.each([
    ['pattern', { pattern: '^a' }, { pattern: '^b' }],
    ['not', { not: { type: 'string' } }, { not: { type: 'null' } }],
    ['$ref', { $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }],
    ['prefixItems', { items: false }, { items: false, prefixItems: [{}] }],
    ['an unknown keyword', { custom: 1 }, { custom: 2 }],
    ['anyOf', { anyOf: [{ type: 'string' }] }, { anyOf: [{ const: 1 }, { const: 2 }] }],
  ])('may have been loosened: %s', (_keyword, before, after) => {
    expect(lines(before, after)).toEqual([expect.stringMatching(/^may loosen input: /)]);
  });
});

describe('texts in a schema', () => {
  it('change, and loosen nothing', () => {
    expect(
      lines(object({ id: { description: 'a' } }), object({ id: { description: 'b' } })),
    ).toEqual(['changes input.id: another description']);
    expect(lines({ default: 1 }, { default: 2 })).toEqual([
      'changes input: default is 2 instead of 1',
    ]);
  });

  it('may name properties like inherited members', () => {
    const inherited = JSON.parse('{"__proto__":{},"constructor":{}}') as object;
    expect(lines(object({}), object(inherited))).toEqual([
      'loosens input.__proto__: property added',
      'loosens input.constructor: property added',
    ]);
  });
});

describe('any two schemas', () => {
  const bounds = (low: string, high: string) =>
    fc.record(
      { [low]: fc.integer({ min: 0, max: 3 }), [high]: fc.integer({ min: 0, max: 3 }) },
      { requiredKeys: [] },
    );
  const leaf = fc.oneof(
    bounds('minimum', 'maximum').map((more) => ({ type: 'integer', ...more })),
    bounds('minLength', 'maxLength').map((more) => ({ type: 'string', ...more })),
    fc.record({ enum: fc.uniqueArray(fc.constantFrom(0, 1, 'a', null), { minLength: 1 }) }),
    fc.record({
      type: fc.uniqueArray(fc.constantFrom('string', 'null', 'integer', 'number'), {
        minLength: 1,
      }),
    }),
    fc.record({
      anyOf: fc.uniqueArray(fc.constantFrom({ type: 'null' }, { const: 1 }, { type: 'string' }), {
        minLength: 1,
      }),
    }),
    fc.constant({}),
  );
  const schema = fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('a', 'b'), leaf),
      required: fc.uniqueArray(fc.constantFrom('a', 'b')),
      additionalProperties: fc.oneof(fc.boolean(), leaf),
      maxProperties: fc.integer({ min: 0, max: 2 }),
    },
    { requiredKeys: ['type'] },
  );
  const value = fc.constantFrom(undefined, null, 0, 1, 2, 1.5, '', 'a', 'abcd');
  const values = fc.array(
    fc
      .record({ a: value, b: value, c: value })
      .map((members) =>
        Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)),
      ),
    { minLength: 8, maxLength: 8 },
  );

  it('are never called equal or tightened when something is accepted that was not', () => {
    const ajv = new Ajv2020({ strict: false });
    fc.assert(
      fc.property(schema, schema, values, (before, after, samples) => {
        const was = ajv.compile(before);
        const is = ajv.compile(after);
        const isLooser = samples.some((sample) => is(sample) && !was(sample));
        const isReported = diffSchema(before, after, 'input').some(
          ({ effect }) => effect === 'loosens' || effect === 'may loosen',
        );
        expect(isReported || !isLooser).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
