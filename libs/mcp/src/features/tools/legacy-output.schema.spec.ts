import { Ajv2020 } from 'ajv/dist/2020.js';
import { legacyOutput } from './legacy-output.schema.js';

const validates = (schema: object, data: unknown) =>
  new Ajv2020({ strict: false }).compile(schema)(data);

describe('an output schema for legacy clients', () => {
  it('stays as it is when it describes an object', () => {
    const schema = { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: {} } };
    expect(legacyOutput(schema)).toEqual({ fit: 'object', schema });
  });

  it.each([
    ['a list', { type: 'array', items: { type: 'string' } }, ['a'], [1]],
    ['a text', { type: 'string' }, 'a', 1],
    ['a choice', { anyOf: [{ type: 'object', required: ['a'] }, { type: 'null' }] }, null, 'x'],
    ['a definition', { $ref: '#/$defs/tag', $defs: { tag: { type: 'string' } } }, 'a', 1],
    [
      'an anchor',
      {
        type: 'array',
        items: { $ref: '#tag' },
        $defs: { tag: { $anchor: 'tag', type: 'string' } },
      },
      ['a'],
      [1],
    ],
    ['itself', { type: ['array', 'string'], items: { $ref: '#' } }, [['a'], 'b'], [[1]]],
    [
      'one of its properties',
      { anyOf: [{ $ref: '#/properties/x' }], properties: { x: { type: 'number' } } },
      7,
      'x',
    ],
  ])('takes %s along into a wrapper', (_, schema, good, bad) => {
    const legacy = legacyOutput(schema as never);
    expect(legacy.fit).toBe('wrapped');
    const { schema: wrapped } = legacy as { schema: object };
    expect(validates(wrapped, { result: good })).toBe(true);
    expect(validates(wrapped, { result: bad })).toBe(false);
    expect(validates(wrapped, good)).toBe(false);
    expect(validates(wrapped, {})).toBe(false);
  });

  it('keeps the dialect at the root, where it belongs', () => {
    const dialect = 'https://json-schema.org/draft/2020-12/schema';
    expect(legacyOutput({ $schema: dialect, type: 'string' })).toMatchObject({
      schema: { $schema: dialect, properties: { result: { type: 'string' } } },
    });
  });

  it('does not touch data that looks like a reference', () => {
    const data = { const: { $ref: '#' } };
    expect(legacyOutput(data as never)).toMatchObject({
      schema: { properties: { result: { const: { $ref: '#' } } } },
    });
  });

  it.each([{ $id: 'https://example.com/s', type: 'string' }, { anyOf: [{ $dynamicRef: '#x' }] }])(
    'is left out when it cannot be moved: %j',
    (schema) => {
      expect(legacyOutput(schema as never)).toEqual({ fit: 'none' });
    },
  );
});
