/** Tools beside `echo`, with the schema that MCP-Nest's own benchmark gives its synthetic tools. */
const OTHERS = Number(process.env.TOOLS ?? 1) - 1;

export const SERVER_INFO = { name: 'bench', version: '1.0.0' };

export const echo = {
  name: 'echo',
  description: 'Echoes the provided text back.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  },
};

export const others = Array.from({ length: OTHERS }, (_, number) => ({
  name: `synthetic_${number + 1}`,
  description: `Synthetic benchmark tool number ${number + 1}`,
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      count: { type: 'integer', minimum: 0, maximum: 1000 },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 10 },
      metadata: {
        type: 'object',
        properties: {
          source: { type: 'string' },
          priority: { type: 'string', enum: ['low', 'medium', 'high'] },
        },
        required: ['source', 'priority'],
        additionalProperties: false,
      },
      filters: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            field: { type: 'string' },
            op: { type: 'string', enum: ['eq', 'gt', 'lt'] },
            value: { type: 'string' },
          },
          required: ['field', 'op', 'value'],
          additionalProperties: false,
        },
      },
    },
    required: ['id', 'count', 'tags'],
    additionalProperties: false,
  },
}));

export const tools = [echo, ...others];
