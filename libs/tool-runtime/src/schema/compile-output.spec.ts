import 'reflect-metadata';
import { type } from 'arktype';
import { z } from 'zod';
import { schemaServices } from '../../../../test/support/declared-tool.js';
import type { ToolOptions } from '../declaration/tool-options.js';
import { readToolDeclaration } from '../declaration/tool-metadata.accessor.js';
import { ToolProperty } from '../declaration/tool-property.decorator.js';
import { Tool } from '../declaration/tool.decorator.js';
import { compileOutput } from './compile-output.js';

class Order {
  @ToolProperty()
  id: string;
  @ToolProperty({ required: false })
  at?: Date;
  @ToolProperty({ items: () => Order, required: false })
  parts?: Order[];
}
class Lost {
  @ToolProperty()
  union: string | number;
}

async function outputOf(output: unknown) {
  class Tools {
    @Tool({ name: 'x', description: 'X', output: output as ToolOptions['output'] })
    run() {}
  }
  return compileOutput(readToolDeclaration(Tools.prototype, 'run')!, schemaServices());
}

describe('the declared output of a tool', () => {
  it('is absent when nothing is declared', async () => {
    expect(await outputOf(undefined)).toEqual({ schema: undefined, problems: [] });
  });

  it('of a class is closed at every depth', async () => {
    const { schema } = await outputOf(Order);
    const properties = {
      id: { type: 'string' },
      at: { type: 'string', format: 'date-time' },
      parts: { type: 'array', items: { $ref: '#/$defs/Order' } },
    };
    const closed = { type: 'object', properties, required: ['id'], additionalProperties: false };
    expect(schema).toEqual({ ...closed, $defs: { Order: closed } });
    expect(Object.isFrozen(schema)).toBe(true);
  });

  it('of a JSON Schema stays as open as it is written', async () => {
    const output = { type: 'array', items: { type: 'object', properties: { a: {} } } };
    expect((await outputOf(output)).schema).toEqual(output);
  });

  it('of a Standard Schema is what the schema gives out', async () => {
    const zod = await outputOf(z.object({ n: z.string().transform(Number).pipe(z.number()) }));
    expect(zod.schema).toMatchObject({ properties: { n: { type: 'number' } } });
    const ark = await outputOf(type({ a: 'string' }));
    expect(ark.schema).toMatchObject({ properties: { a: { type: 'string' } } });
  });

  it.each([
    ['a lost type', Lost, /^Tools\.run, output, Lost\.union: type lost/],
    ['an unknown type', Symbol, /Symbol has no JSON form/],
    ['no schema', 5, /neither a Standard Schema/],
    ['an address', { $ref: 'https://example.com' }, /points outside the schema/],
    ['a Zod date', z.date(), /Date cannot be represented/],
  ])('stops the boot with %s', async (_case, output, message) => {
    const { schema, problems } = await outputOf(output);
    expect(schema).toBeUndefined();
    expect(problems).toEqual([expect.stringMatching(message)]);
  });
});
