import { scanParamHeaders } from './param-header.declarations.js';

const scan = (schema: Record<string, unknown>) =>
  scanParamHeaders({ type: 'object', ...schema }, 'Tool "t"');
const marked = (type: string, name: unknown = 'Region') => ({ type, 'x-mcp-header': name });

describe('headers declared in a schema', () => {
  it('are found at any depth of properties', () => {
    expect(
      scan({
        properties: {
          region: marked('string'),
          order: { type: 'object', properties: { amount: marked('integer', 'Amount') } },
          plain: { type: 'string' },
        },
      }),
    ).toEqual({
      declarations: [
        { header: 'mcp-param-region', path: ['region'], type: 'string' },
        { header: 'mcp-param-amount', path: ['order', 'amount'], type: 'integer' },
      ],
      problems: [],
    });
  });

  it.each([
    ['no header name', { properties: { a: marked('string', 'a b') } }],
    ['an empty name', { properties: { a: marked('string', '') } }],
    ['a name that is no text', { properties: { a: marked('string', 7) } }],
    ['a number, which has many spellings', { properties: { a: marked('number') } }],
    ['an object', { properties: { a: marked('object') } }],
    ['no type', { properties: { a: { 'x-mcp-header': 'A' } } }],
    [
      'a name taken in another case',
      { properties: { a: marked('string'), b: marked('string', 'REGION') } },
    ],
    ['the root', marked('object')],
    ['items', { properties: { a: { type: 'array', items: marked('string') } } }],
    ['a combination', { anyOf: [{ properties: { a: marked('string') } }] }],
    ['a condition', { if: { properties: { a: marked('string') } } }],
    ['a definition', { $defs: { a: marked('string') } }],
    ['patterns', { patternProperties: { a: marked('string') } }],
    ['additional properties', { additionalProperties: marked('string') }],
  ])('are refused on %s', (_, schema) => {
    const { problems } = scan(schema);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^Tool "t"/);
  });

  it('are not seen in data', () => {
    expect(
      scan({
        properties: {
          a: { type: 'object', default: { 'x-mcp-header': 'X' }, enum: [{ 'x-mcp-header': 1 }] },
        },
      }),
    ).toEqual({ declarations: [], problems: [] });
  });
});
