import type { JsonSchema } from '../common/json.js';
import { compileDefaults } from './argument-defaults.js';

function filled(schema: JsonSchema, args: Record<string, unknown>) {
  const copy = structuredClone(args);
  compileDefaults(schema)?.(copy);
  return copy;
}

const nested = {
  properties: {
    page: { type: 'integer', default: 1 },
    filter: {
      type: 'object',
      properties: { sort: { default: 'asc' }, tags: { default: ['new'] } },
    },
    lines: { type: 'array', items: { $ref: '#/$defs/line' } },
  },
  additionalProperties: { properties: { x: { default: null } } },
  $defs: { line: { properties: { amount: { default: 1 }, sub: { $ref: '#/$defs/line' } } } },
};

describe('filling defaults', () => {
  it('fills what is absent, wherever the object it belongs to is there', () => {
    expect(filled(nested, { filter: {}, lines: [{}, { amount: 3, sub: {} }], other: {} })).toEqual({
      page: 1,
      filter: { sort: 'asc', tags: ['new'] },
      lines: [{ amount: 1 }, { amount: 3, sub: { amount: 1 } }],
      other: { x: null },
    });
  });

  it('makes up no object for the sake of the defaults inside it', () => {
    expect(filled(nested, {})).toEqual({ page: 1 });
  });

  it('leaves what is given, falsy values included', () => {
    expect(filled(nested, { page: 0, filter: { sort: '', tags: [] } })).toEqual({
      page: 0,
      filter: { sort: '', tags: [] },
    });
  });

  it('fills the defaults inside a default', () => {
    const schema = { properties: { a: { default: {}, properties: { b: { default: 2 } } } } };
    expect(filled(schema, {})).toEqual({ a: { b: 2 } });
  });

  it('gives every call its own copy', () => {
    const fill = compileDefaults(nested);
    const [first, second] = [
      { filter: {} as { tags?: string[] } },
      { filter: {} as { tags?: string[] } },
    ];
    fill?.(first);
    first.filter.tags?.push('spoiled');
    fill?.(second);
    expect(second.filter.tags).toEqual(['new']);
  });

  it('fills the branch of a union that the value was meant for', () => {
    const branch = (kind: string, size: number) => ({
      properties: { kind: { const: kind }, size: { default: size } },
      required: ['kind'],
    });
    const schema = { properties: { shape: { oneOf: [branch('circle', 1), branch('square', 2)] } } };
    expect(filled(schema, { shape: { kind: 'square' } })).toEqual({
      shape: { kind: 'square', size: 2 },
    });
  });

  it('is not prepared at all for a schema without defaults', () => {
    expect(compileDefaults({ properties: { a: { enum: [{ default: 1 }] } } })).toBeUndefined();
  });

  it('fills a property that every object inherits', () => {
    expect(filled({ properties: { toString: { default: 'x' } } }, {})).toEqual({ toString: 'x' });
  });
});
