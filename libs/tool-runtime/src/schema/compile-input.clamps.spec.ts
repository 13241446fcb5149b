import 'reflect-metadata';
import { Max, Min } from 'class-validator';
import { declaredTool } from '../../../../test/support/declared-tool.js';
import { ToolInput } from '../declaration/tool-input.decorator.js';
import { ToolParam } from '../declaration/tool-param.decorator.js';
import { ToolProperty } from '../declaration/tool-property.decorator.js';
import { Tool } from '../declaration/tool.decorator.js';

const tool = { name: 'x', description: 'X' };

class Line {
  @ToolProperty({ clamp: [1, 9], type: 'integer' })
  quantity: number;
}
class Search {
  @Min(1)
  @Max(100)
  @ToolProperty({ clamp: [1, 100] })
  limit = 20;
  @ToolProperty({ clamp: { maxLength: 5 }, required: false })
  query?: string;
  @ToolProperty({ items: Line, required: false })
  lines?: Line[];
}
class Tree {
  @ToolProperty({ clamp: [0, 1] })
  weight: number;
  @ToolProperty({ items: () => Tree, required: false })
  children?: Tree[];
}
class Keyed {
  @ToolProperty({ additionalProperties: Line })
  lines: Record<string, Line>;
}
class Beyond {
  @Max(50)
  @ToolProperty({ clamp: [1, 100] })
  limit = 20;
}

class Tools {
  @Tool(tool)
  page(@ToolParam('page', { description: 'Page', clamp: [1, 1000], default: 1 }) _page: number) {}
  @Tool(tool)
  search(@ToolInput() _input: Search) {}
  @Tool(tool)
  tree(@ToolInput() _input: Tree) {}
  @Tool(tool)
  keyed(@ToolInput() _input: Keyed) {}
  @Tool(tool)
  beyond(@ToolInput() _input: Beyond) {}
  @Tool(tool)
  badDefault(@ToolParam('page', { clamp: [1, 10], default: 11 }) _page: number) {}
  @Tool(tool)
  date(@ToolParam('at', { clamp: [1, 10] }) _at: Date) {}
  @Tool(tool)
  big(@ToolParam('id', { clamp: { maxLength: 3 } }) _id: bigint) {}
  @Tool({ ...tool, clamps: { page: [1, 5] } })
  twice(@ToolParam('page', { clamp: [1, 10] }) _page: number) {}
}

describe('a clamp on a parameter or property', () => {
  it('is published for the model to read and moves values instead of refusing them', async () => {
    const { blueprint, call } = await declaredTool(Tools, 'page');
    expect(blueprint.published['properties']).toEqual({
      page: { type: 'number', description: 'Page', minimum: 1, maximum: 1000, default: 1 },
    });
    expect(blueprint.enforced['properties']).toEqual({
      page: { type: 'number', description: 'Page', default: 1 },
    });
    for (const [sent, got] of [
      [-5, 1],
      [5000, 1000],
      [50, 50],
    ])
      expect(await call({ page: sent })).toMatchObject({ input: { page: got } });
    expect(await call({})).toMatchObject({ input: { page: 1 } });
  });

  it('works at every depth, and validators see what was moved', async () => {
    const { blueprint, call } = await declaredTool(Tools, 'search');
    expect(blueprint.clamps).toEqual([
      { path: ['limit'], min: 1, max: 100 },
      { path: ['query'], maxLength: 5 },
      { path: ['lines', '*', 'quantity'], min: 1, max: 9 },
    ]);
    expect(await call({ limit: 5000, query: 'abcdefgh', lines: [{ quantity: 0 }] })).toMatchObject({
      input: { limit: 100, query: 'abcde', lines: [{ quantity: 1 }] },
    });
    expect(JSON.stringify(blueprint.enforced)).not.toMatch(/minimum|maximum|maxLength/);
  });

  it.each([
    ['tree', /argument weight: a clamp inside a type that contains itself/],
    ['keyed', /argument lines\.\*\.quantity: values of a map cannot be clamped/],
    ['beyond', /goes beyond the declared maximum of 50/],
    ['badDefault', /argument page: the default breaks its own schema \(maximum\)/],
    ['date', /need an argument of type number/],
    ['big', /"pattern"/],
    ['twice', /is declared on the argument as well/],
  ])('is refused where it cannot be kept: %s', async (method, message) => {
    expect((await declaredTool(Tools, method)).problems).toEqual([expect.stringMatching(message)]);
  });
});
