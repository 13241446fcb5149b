import 'reflect-metadata';
import * as classTransformer from 'class-transformer';
import * as classValidator from 'class-validator';
import { transform } from '@swc/core';
import ts from 'typescript';
import { declaredTool } from '../../../../test/support/declared-tool.js';
import { canonicalJson } from '../common/canonical-json.js';
import { ToolCtx } from '../declaration/tool-ctx.decorator.js';
import { ToolInput } from '../declaration/tool-input.decorator.js';
import { ToolParam } from '../declaration/tool-param.decorator.js';
import { ToolProperty } from '../declaration/tool-property.decorator.js';
import { Tool } from '../declaration/tool.decorator.js';

const PACKAGES: ReadonlyMap<string, object> = new Map<string, object>([
  ['class-transformer', classTransformer],
  ['class-validator', classValidator],
  ['@toolgate/tool-runtime', { Tool, ToolCtx, ToolInput, ToolParam, ToolProperty }],
]);

const SOURCE = `
import { Type } from 'class-transformer';
import { IsEmail, IsEnum, IsInt, IsOptional, IsString, Max, Min, ValidateNested } from 'class-validator';
import { Tool, ToolCtx, ToolInput, ToolParam, ToolProperty } from '@toolgate/tool-runtime';

enum Size { S = 1, M = 2 }
enum Kind { A = 'a', B = 'b' }

class Line {
  @IsString() sku!: string;
  @IsInt() @Min(1) @Max(9) quantity!: number;
}
class Tree {
  @ToolProperty() name!: string;
  @ToolProperty({ items: () => Tree, required: false }) children?: Tree[];
}
class Order {
  @IsEmail() customer!: string;
  @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
  @ToolProperty() line!: Line;
  @IsEnum(Size) size!: Size;
  @IsEnum(Kind) kind: Kind = Kind.A;
  @IsOptional() @ToolProperty() due?: Date;
  @ToolProperty({ description: 'Page', clamp: [1, 100] }) page = 1;
  @ToolProperty({ required: false }) tree?: Tree;
  @ToolProperty({ additionalProperties: Number, required: false }) weights?: Map<string, number>;
  @ToolProperty() big!: bigint;
  @ToolProperty() bytes!: Uint8Array;
  @ToolProperty() flag!: boolean;
  @ToolProperty({ nullable: true, type: 'string' }) note!: string | null;
}
export class Tools {
  @Tool({ name: 'a', description: 'A' })
  dto(@ToolInput() input: Order, @ToolCtx() ctx: object) {}
  @Tool({ name: 'b', description: 'B' })
  parameters(
    @ToolParam('id') id: string,
    @ToolParam('count', { type: 'integer' }) count: number,
    @ToolParam('at') at: Date,
    @ToolParam('tags', { items: String }) tags: string[],
    @ToolParam('line') line: Line,
  ) {}
}
`;

const compilers = {
  tsc: (source: string) =>
    Promise.resolve(
      ts.transpileModule(source, {
        compilerOptions: {
          module: ts.ModuleKind.CommonJS,
          target: ts.ScriptTarget.ES2023,
          experimentalDecorators: true,
          emitDecoratorMetadata: true,
        },
      }).outputText,
    ),
  swc: async (source: string) =>
    (
      await transform(source, {
        configFile: false,
        swcrc: false,
        module: { type: 'commonjs' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
      })
    ).code,
};

const load = async (compiler: keyof typeof compilers) => {
  const exported: { Tools?: new () => object } = {};
  // Compiled text has to run in this realm, whose String, Date and Map are those the runtime knows.
  // oxlint-disable-next-line typescript/no-implied-eval
  const run = new Function('exports', 'require', await compilers[compiler](SOURCE)) as (
    exports: object,
    require: (name: string) => object | undefined,
  ) => void;
  run(exported, (name) => PACKAGES.get(name));
  if (!exported.Tools) throw new Error(`${compiler} exported no class`);
  return exported.Tools;
};

describe('the schema of a declaration', () => {
  it('is the same under tsc and SWC, to the order of its members', async () => {
    const [tsc, swc] = [await load('tsc'), await load('swc')];
    for (const method of ['dto', 'parameters']) {
      const one = await declaredTool(tsc, method);
      const other = await declaredTool(swc, method);
      expect(one.problems).toEqual([]);
      expect(JSON.stringify(other.schema)).toBe(JSON.stringify(one.schema));
      expect(canonicalJson(other.blueprint.enforced)).toBe(canonicalJson(one.blueprint.enforced));
      expect(other.blueprint.clamps).toEqual(one.blueprint.clamps);
    }
    expect((await declaredTool(swc, 'dto')).schema).toMatchObject({
      properties: {
        size: { type: 'integer', enum: [1, 2] },
        kind: { type: 'string', default: 'a' },
        page: { type: 'number', minimum: 1, maximum: 100, default: 1 },
        big: { type: 'string' },
      },
    });
  });
});
