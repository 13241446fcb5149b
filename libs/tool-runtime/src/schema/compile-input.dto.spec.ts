import 'reflect-metadata';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  Contains,
  IsArray,
  IsBoolean,
  IsDate,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsIP,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUrl,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  MinLength,
  registerDecorator,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { declaredTool } from '../../../../test/support/declared-tool.js';
import { ToolInput } from '../declaration/tool-input.decorator.js';
import { ToolParam } from '../declaration/tool-param.decorator.js';
import { Sensitive, ToolProperty } from '../declaration/tool-property.decorator.js';
import { Tool } from '../declaration/tool.decorator.js';

const tool = { name: 'x', description: 'X' };
enum Size {
  S = 1,
  M = 2,
}

class Line {
  @IsString()
  @Length(1, 20)
  sku: string;

  @IsInt()
  @Min(1)
  quantity: number;
}

class Order {
  @ToolProperty({ description: 'Who ordered' })
  @IsEmail()
  customer: string;

  @ValidateNested({ each: true })
  @Type(() => Line)
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  lines: Line[];

  @IsEnum(Size)
  size: Size;

  @IsOptional()
  @IsDate()
  due?: Date;

  @ToolProperty({ nullable: true })
  note: string;

  @IsIn(['low', 'high'])
  priority = 'low';

  @IsString({ each: true })
  @ArrayUnique()
  tags: string[] = [];
}

class Rules {
  @IsPositive()
  positive: number;
  @IsNotEmpty()
  filled: string;
  @IsUUID()
  id: string;
  @IsUrl()
  url: string;
  @IsIP('4')
  ip: string;
  @Matches(/^[a-z]+$/)
  @Contains('a.b')
  text: string;
  @Matches(/^abc$/i)
  anyCase: string;
  @IsNumber()
  @Max(10)
  @ToolProperty({ maximum: 5 })
  both: number;
  @IsBoolean()
  on: boolean;
  @IsInt({ each: true })
  @Max(9, { each: true })
  numbers: number[];
  @IsString()
  erased: 'a' | 1;
  @ValidateIf(({ on }: Rules) => on)
  @MinLength(3)
  conditional?: string;
}

class Tree {
  @ToolProperty()
  name: string;
  @ToolProperty({ items: () => Tree, required: false })
  children?: Tree[];
  @ToolProperty({ type: () => Tree, required: false, nullable: true })
  parent?: Tree;
}

class Left {
  @ToolProperty({ items: () => Right, required: false })
  rights?: Right[];
  @ToolProperty({ required: false })
  secret?: string;
}
class Right {
  @Sensitive()
  @ToolProperty()
  token: string;
  @ToolProperty({ type: () => Left, required: false })
  left?: Left;
}

class Pair {
  @ToolProperty()
  from: Line;
  @ToolProperty()
  to: Line;
  @Sensitive()
  @IsString()
  code: string;
  @ToolProperty({ items: () => Login, required: false })
  logins?: Login[];
  @ToolProperty({ additionalProperties: () => Login, required: false })
  byName?: Map<string, Login>;
}
class Login {
  @IsString()
  user: string;
  @IsString()
  @Sensitive()
  pin: string;
}

class Nested {
  @ToolProperty()
  street = 'Elm';
}
class Initialised {
  @ToolProperty()
  page = 1;
  @ToolProperty()
  since: Date = new Date('2026-01-01T00:00:00Z');
  @ToolProperty()
  now: Date = new Date();
  @ToolProperty({ nullable: true })
  nothing: string = null as never;
  @ToolProperty()
  unset: string = null as never;
  @ToolProperty({ items: Number })
  set: Set<number> = new Set([1, 2]);
  @ToolProperty()
  big = 9007199254740993n;
  @ToolProperty()
  nested: Nested = new Nested();
  @Sensitive()
  @ToolProperty()
  secret = 'S3NT1NEL';
  @ToolProperty({ required: true })
  kept = 'x';
  now2 = 'not declared';
}

class Picky {
  @ToolProperty()
  name: string;
  constructor(options?: { name: string }) {
    this.name = options!.name;
  }
  shout() {
    return this.name.toUpperCase();
  }
}

class Base {
  @IsString()
  id: string;
}
class Derived extends Base {
  @IsInt()
  extra: number;
}

@ValidatorConstraint({ name: 'knownSku', async: true })
class KnownSku implements ValidatorConstraintInterface {
  validate(value: unknown) {
    return Promise.resolve(value === 'known');
  }
  defaultMessage() {
    return 'unknown sku $value';
  }
}
class Stocked {
  @IsString()
  @Validate(KnownSku)
  sku: string;
}

const Quietly = (): PropertyDecorator => (target, propertyName) =>
  registerDecorator({
    name: 'quietly',
    target: target.constructor,
    propertyName: String(propertyName),
    // A promise from a validator that does not call itself asynchronous.
    validator: { validate: (value: unknown) => Promise.resolve(value === 'ok') },
  });
class Sneaky {
  @IsString()
  @Quietly()
  word: string;
}

class Messages {
  @Matches(/^x/i, { message: 'must start with x' })
  constant: string;
  @Matches(/^x/i, { message: 'got $value' })
  placeholder: string;
  @Matches(/^x/i, { message: ({ value }) => `got ${String(value)}` })
  computed: string;
  @Matches(/^x/i)
  standard: string;
}

class Transformed {
  @IsArray()
  @Transform(({ value }) => (value as string[]).map((word) => word.trim()))
  @ToolProperty({ items: String })
  words: string[];
  @Transform(({ value, obj }) => `${String(value)}/${(obj as { words: string[] }).words.length}`)
  @IsString()
  name: string;
  @Transform(() => {
    throw new Error('S3NT1NEL');
  })
  @IsOptional()
  @IsString()
  broken?: string;
  @Exclude()
  @IsOptional()
  @IsString()
  role?: string;
  @Expose()
  @IsString()
  exposed: string;
}

class Unmarked {
  @ToolProperty()
  line: Line;
}

class Lost {
  @IsArray()
  items: Line[];
  @IsObject()
  meta: Record<string, string>;
  @ToolProperty()
  union: string | number;
}
class Renamed {
  @Expose({ name: 'user_name' })
  @IsString()
  userName: string;
}
class Polymorphic {
  @Type(() => Line, { discriminator: { property: 'kind', subTypes: [{ value: Line, name: 'l' }] } })
  @ToolProperty()
  line: Line;
}
class UnsafePattern {
  @Matches(/^(a+)+$/)
  published: string;
  @Matches(/^(b+)+$/i)
  hidden: string;
}
class BrokenDefault {
  @Min(1)
  page = 0;
}
class Prototypes {
  @ToolProperty()
  constructor_: string;
}
Reflect.decorate([ToolProperty({ type: 'string' })], Prototypes.prototype, 'prototype');
class Broken {
  @ToolProperty({ type: () => undefined as never })
  gone: string;
}
class Empty {}

class Tools {
  @Tool(tool)
  order(@ToolInput() _input: Order) {}
  @Tool(tool)
  rules(@ToolInput() _input: Rules) {}
  @Tool(tool)
  tree(@ToolInput() _input: Tree) {}
  @Tool(tool)
  left(@ToolInput() _input: Left) {}
  @Tool(tool)
  pair(@ToolInput() _input: Pair) {}
  @Tool(tool)
  initialised(@ToolInput() _input: Initialised) {}
  @Tool(tool)
  picky(@ToolInput() _input: Picky) {}
  @Tool(tool)
  derived(@ToolInput() _input: Derived) {}
  @Tool(tool)
  stocked(@ToolInput() _input: Stocked) {}
  @Tool(tool)
  sneaky(@ToolInput() _input: Sneaky) {}
  @Tool(tool)
  messages(@ToolInput() _input: Messages) {}
  @Tool(tool)
  transformed(@ToolInput() _input: Transformed) {}
  @Tool(tool)
  unmarked(@ToolInput() _input: Unmarked) {}
  @Tool(tool)
  asParameters(
    @ToolParam('order', { items: Stocked }) _orders: Stocked[],
    @ToolParam('line') _line: Line,
  ) {}

  @Tool(tool)
  lost(@ToolInput() _input: Lost) {}
  @Tool(tool)
  renamed(@ToolInput() _input: Renamed) {}
  @Tool(tool)
  polymorphic(@ToolInput() _input: Polymorphic) {}
  @Tool(tool)
  unsafe(@ToolInput() _input: UnsafePattern) {}
  @Tool(tool)
  brokenDefault(@ToolInput() _input: BrokenDefault) {}
  @Tool(tool)
  prototypes(@ToolInput() _input: Prototypes) {}
  @Tool(tool)
  broken(@ToolInput() _input: Broken) {}
  @Tool(tool)
  empty(@ToolInput() _input: Empty) {}
  @Tool(tool)
  notAClass(@ToolInput() _input: string) {}
  @Tool(tool)
  anInterface(@ToolInput() _input: { readonly a: string }) {}
}

const propertiesOf = async (method: string) =>
  (await declaredTool(Tools, method)).schema['properties'] as Record<string, unknown>;

describe('arguments declared by a DTO class', () => {
  it('become one closed schema that says what the validators say', async () => {
    expect((await declaredTool(Tools, 'order')).schema).toEqual({
      type: 'object',
      properties: {
        customer: { type: 'string', description: 'Who ordered', format: 'email' },
        note: { type: ['string', 'null'] },
        lines: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              sku: { type: 'string', minLength: 1, maxLength: 20 },
              quantity: { type: 'integer', minimum: 1 },
            },
            required: ['sku', 'quantity'],
            additionalProperties: false,
          },
          minItems: 1,
          maxItems: 50,
        },
        size: { type: 'integer', enum: [1, 2] },
        due: { type: 'string', format: 'date-time' },
        priority: { type: 'string', enum: ['low', 'high'], default: 'low' },
        tags: { type: 'array', items: { type: 'string' }, uniqueItems: true, default: [] },
      },
      required: ['customer', 'note', 'lines', 'size'],
      additionalProperties: false,
    });
  });

  it('publish every rule that JSON Schema has a word for', async () => {
    const { schema } = await declaredTool(Tools, 'rules');
    expect(schema['properties']).toEqual({
      positive: { type: 'number', exclusiveMinimum: 0 },
      filled: { type: 'string', minLength: 1 },
      id: { type: 'string', format: 'uuid' },
      url: { type: 'string', format: 'uri' },
      ip: { type: 'string', format: 'ipv4' },
      // Decorators of one property run from the last to the first.
      text: { type: 'string', pattern: 'a\\.b', allOf: [{ pattern: '^[a-z]+$' }] },
      anyCase: { type: 'string' },
      both: { type: 'number', maximum: 5 },
      on: { type: 'boolean' },
      numbers: { type: 'array', items: { type: 'integer', maximum: 9 } },
      erased: { type: 'string' },
      conditional: { type: 'string' },
    });
    expect(schema['required']).not.toContain('conditional');
  });

  it('reach the method as instances at every depth, with dates and defaults', async () => {
    const { call } = await declaredTool(Tools, 'order');
    const outcome = await call({
      customer: 'a@example.com',
      lines: [{ sku: 'A', quantity: 2 }],
      size: 2,
      due: '2026-07-01T10:00:00Z',
      note: null,
    });
    const { input, sync } = outcome as { input: Order; sync: boolean };
    expect(input).toBeInstanceOf(Order);
    expect(input.lines[0]).toBeInstanceOf(Line);
    expect(input.due).toEqual(new Date('2026-07-01T10:00:00Z'));
    expect(input).toMatchObject({ size: 2, note: null, priority: 'low', tags: [] });
    expect(sync).toBe(true);
  });

  it('are checked by validators that no schema can express, also in what is nested', async () => {
    const { call } = await declaredTool(Tools, 'messages');
    const outcome = await call({
      constant: 'S3NT1NEL-1',
      placeholder: 'S3NT1NEL-2',
      computed: 'S3NT1NEL-3',
      standard: 'S3NT1NEL-4',
    });
    expect(outcome).toEqual({
      issues: [
        { path: 'constant', rule: 'matches', message: 'constant: must start with x' },
        {
          path: 'placeholder',
          rule: 'matches',
          message: 'placeholder: Value does not satisfy "matches"',
        },
        {
          path: 'computed',
          rule: 'matches',
          message: 'computed: Value does not satisfy "matches"',
        },
        { path: 'standard', rule: 'matches', message: expect.stringContaining('must match') },
      ],
    });
    expect(JSON.stringify(outcome)).not.toContain('S3NT1NEL');
  });

  it('wait for validators that need time, whatever they call themselves', async () => {
    const stocked = await declaredTool(Tools, 'stocked');
    expect(await stocked.call({ sku: 'known' })).toMatchObject({ sync: false });
    expect(await stocked.call({ sku: 'other' })).toEqual({
      issues: [
        { path: 'sku', rule: 'knownSku', message: 'sku: Value does not satisfy "knownSku"' },
      ],
    });
    const sneaky = await declaredTool(Tools, 'sneaky');
    expect(await sneaky.call({ word: 'ok' })).toMatchObject({ input: { word: 'ok' } });
    expect(await sneaky.call({ word: 'no' })).toMatchObject({ issues: [{ rule: 'quietly' }] });
  });

  it('are validated as parameters and as elements too', async () => {
    const { call } = await declaredTool(Tools, 'asParameters');
    const line = { sku: 'A', quantity: 1 };
    expect(await call({ order: [{ sku: 'known' }, { sku: 'no' }], line })).toMatchObject({
      issues: [{ path: 'order[1].sku', rule: 'knownSku' }],
    });
    const outcome = await call({ order: [{ sku: 'known' }], line });
    expect((outcome as { input: { line: unknown } }).input.line).toBeInstanceOf(Line);
  });

  it('hold nested instances to their own validators when the owner has none', async () => {
    const { call } = await declaredTool(Tools, 'unmarked');
    expect(await call({ line: { sku: '', quantity: 1 } })).toMatchObject({
      issues: [{ path: 'line.sku' }],
    });
  });

  it('may contain themselves: the schema keeps a local definition, everything else is written out', async () => {
    const { schema, call } = await declaredTool(Tools, 'tree');
    const properties = {
      name: { type: 'string' },
      children: { type: 'array', items: { $ref: '#/$defs/Tree' } },
      parent: { anyOf: [{ $ref: '#/$defs/Tree' }, { type: 'null' }] },
    };
    const closed = { type: 'object', properties, required: ['name'], additionalProperties: false };
    expect(schema).toEqual({ ...closed, $defs: { Tree: closed } });
    const outcome = await call({
      name: 'a',
      children: [{ name: 'b', children: [{ name: 'c' }] }],
      parent: null,
    });
    const tree = (outcome as { input: Tree }).input;
    expect(tree.children?.[0].children?.[0]).toBeInstanceOf(Tree);
    expect(tree.parent).toBeNull();
    expect(await call({ name: 'a', children: [{ name: 'b', x: 1 }] })).toMatchObject({
      issues: [{ path: 'children[0].x' }],
    });
  });

  it('may refer to each other', async () => {
    const { schema, blueprint } = await declaredTool(Tools, 'left');
    expect(JSON.stringify(schema)).toContain('"$ref":"#/$defs/');
    // No path leads to every token, so everything that may hold one is hidden.
    expect(blueprint.sensitive).toEqual([['rights', '*']]);
  });

  it('are written out where a class is used twice, and name the places of secrets', async () => {
    const { schema, blueprint } = await declaredTool(Tools, 'pair');
    expect(JSON.stringify(schema)).not.toContain('$ref');
    expect(blueprint.sensitive).toEqual([['code'], ['logins', '*', 'pin'], ['byName']]);
  });

  it('take defaults from initialisers, except what is no constant, no JSON, or secret', async () => {
    const { schema, call } = await declaredTool(Tools, 'initialised');
    const properties = schema['properties'] as Record<string, { default?: unknown }>;
    const defaults = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, property.default]),
    );
    expect(defaults).toMatchObject({
      page: 1,
      since: '2026-01-01T00:00:00.000Z',
      nothing: null,
      set: [1, 2],
      big: '9007199254740993',
      nested: { street: 'Elm' },
    });
    for (const name of ['unset', 'secret', 'kept'])
      expect(properties[name]).not.toHaveProperty('default');
    expect(properties).not.toHaveProperty('now2');
    expect(JSON.stringify(schema)).not.toContain('S3NT1NEL');
    expect(schema['required']).toEqual(['kept']);
    const { input } = (await call({ kept: 'y' })) as { input: Initialised };
    expect(input).toMatchObject({ page: 1, secret: 'S3NT1NEL', set: new Set([1, 2]), kept: 'y' });
    expect(input.nested).toBeInstanceOf(Nested);
    expect(input.now).toBeInstanceOf(Date);
  });

  it('do not publish a default that differs from one instance to the next', async () => {
    let count = 0;
    class Counted {
      @ToolProperty()
      number: number = count++;
    }
    class Local {
      @Tool(tool)
      run(@ToolInput() _input: Counted) {}
    }
    const { schema } = await declaredTool(Local);
    expect(schema['properties']).toEqual({ number: { type: 'number' } });
    expect(schema).not.toHaveProperty('required');
  });

  it('may have a constructor that needs arguments', async () => {
    const { call } = await declaredTool(Tools, 'picky');
    const { input } = (await call({ name: 'ann' })) as { input: Picky };
    expect(input.shout()).toBe('ANN');
  });

  it('include what base classes declare', async () => {
    expect(Object.keys(await propertiesOf('derived')).toSorted()).toEqual(['extra', 'id']);
  });

  it('run @Transform and leave out what is excluded', async () => {
    expect(Object.keys(await propertiesOf('transformed'))).not.toContain('role');
    const { call } = await declaredTool(Tools, 'transformed');
    expect(await call({ words: [' a ', 'b'], name: 'n', exposed: 'e' })).toMatchObject({
      input: { words: ['a', 'b'], name: 'n/2', exposed: 'e' },
    });
    const broken = await call({ words: [], name: 'n', exposed: 'e', broken: 'x' });
    expect(broken).toMatchObject({ issues: [{ path: 'broken', rule: 'transform' }] });
    expect(JSON.stringify(broken)).not.toContain('S3NT1NEL');
  });

  it('need neither class-validator nor class-transformer', async () => {
    const none = { classValidator: undefined, classTransformer: undefined };
    const { schema, call } = await declaredTool(Tools, 'tree', none);
    expect(schema['$defs']).toHaveProperty('Tree');
    expect(await call({ name: 'a' })).toEqual({ input: expect.any(Tree), sync: true });
  });

  it('share nothing with what the caller sent', async () => {
    class Kept {
      @ToolProperty({ type: { type: 'object', additionalProperties: true } })
      data: { list: number[] };
    }
    class Local {
      @Tool(tool)
      run(@ToolInput() _input: Kept) {}
    }
    const { blueprint } = await declaredTool(Local);
    const args = { data: { list: [1] } };
    const bound = (await blueprint.bind?.(args)) as { input: Kept };
    bound.input.data.list.push(2);
    expect(args).toEqual({ data: { list: [1] } });
  });

  it.each([
    ['renamed', /Renamed\.userName: @Expose\(\{ name: 'user_name' \}\)/],
    ['polymorphic', /Polymorphic\.line: @Type with a discriminator/],
    ['brokenDefault', /argument page: the default breaks its own schema \(minimum\)/],
    ['prototypes', /Prototypes\.prototype: not usable .*could reach a prototype/],
    ['broken', /Broken\.gone: the function that names the type/],
    ['empty', /^Tools\.empty, @ToolInput\(\): the class Empty declares no properties/],
    ['notAClass', /^Tools\.notAClass, @ToolInput\(\): the arguments of a tool are an object/],
    ['anInterface', /^Tools\.anInterface, @ToolInput\(\): type lost/],
  ])('stop the boot when they make no sense: %s', async (method, message) => {
    expect((await declaredTool(Tools, method)).problems).toEqual([expect.stringMatching(message)]);
  });

  it('stop the boot with every lost type and every unsafe pattern at once', async () => {
    expect((await declaredTool(Tools, 'lost')).problems).toEqual([
      expect.stringMatching(/^Tools\.lost, Lost\.union: type lost/),
      expect.stringMatching(/^Tools\.lost, Lost\.items: type lost: .*elements/),
      expect.stringMatching(/^Tools\.lost, Lost\.meta: type lost/),
    ]);
    expect((await declaredTool(Tools, 'unsafe')).problems).toEqual([
      expect.stringMatching(/UnsafePattern\.hidden: the pattern "\^\(b\+\)\+\$"/),
      expect.stringMatching(/argument published: the pattern "\^\(a\+\)\+\$"/),
    ]);
  });
});
