import 'reflect-metadata';
import { declaredTool } from '../../../../test/support/declared-tool.js';
import { ToolCtx } from '../declaration/tool-ctx.decorator.js';
import { ToolParam } from '../declaration/tool-param.decorator.js';
import { ToolProperty } from '../declaration/tool-property.decorator.js';
import { Tool } from '../declaration/tool.decorator.js';

const tool = { name: 'x', description: 'X' };
enum Size {
  S = 1,
  M = 2,
}
enum Mixed {
  A = 'a',
  B = 7,
}
interface Erased {
  readonly a: string;
}

class Address {
  @ToolProperty()
  street: string;
}

class Tools {
  @Tool(tool)
  ping() {}

  @Tool(tool)
  onlyContext(@ToolCtx() _ctx: object) {}

  @Tool(tool)
  scalars(
    @ToolParam('text', { description: 'Some text', maxLength: 10, pattern: '^[a-z]*$' }) _a: string,
    @ToolParam('count', { type: 'integer', minimum: 0 }) _b: number,
    @ToolParam('ratio') _c: number,
    @ToolParam('on', { default: true }) _d: boolean,
    @ToolParam('mail', { format: 'email', required: false }) _e?: string,
    @ToolParam('note', { nullable: true }) _f?: string,
  ) {}

  @Tool(tool)
  richTypes(
    @ToolParam('at') _a: Date,
    @ToolParam('day', { format: 'date' }) _b: Date,
    @ToolParam('epoch', { type: 'integer' }) _c: Date,
    @ToolParam('big') _d: bigint,
    @ToolParam('buffer') _e: Buffer,
    @ToolParam('bytes') _f: Uint8Array,
    @ToolParam('map', { additionalProperties: Date }) _g: Map<string, Date>,
    @ToolParam('set', { items: BigInt }) _h: Set<bigint>,
    @ToolParam('record', { additionalProperties: String }) _i: Record<string, string>,
    @ToolParam('dates', { items: Date }) _j: Date[],
    @ToolParam('address') _k: Address,
    @ToolParam('maybe', { nullable: true }) _l: Date,
  ) {}

  @Tool(tool)
  onlyBigint(@ToolParam('big') _a: bigint) {}

  @Tool(tool)
  choices(
    @ToolParam('size', { enum: Size }) _a: Size,
    @ToolParam('mixed', { enum: Mixed }) _b: Mixed,
    @ToolParam('order', { enum: ['asc', 'desc'], default: 'asc' }) _c: string,
    @ToolParam('maybe', { enum: Size, nullable: true }) _d: Size,
  ) {}

  @Tool(tool)
  objects(
    @ToolParam('patch', {
      type: 'object',
      properties: { title: String, body: String, author: Address },
      requiredProperties: ['title'],
    })
    _a: object,
    @ToolParam('union', { type: { anyOf: [{ type: 'string' }, { type: 'integer' }] } })
    _b: string | number,
    @ToolParam('nested', {
      type: { type: 'object', properties: { a: { type: 'object', properties: {} } } },
    })
    _c: object,
  ) {}

  @Tool(tool)
  secrets(
    @ToolParam('password', { sensitive: true }) _a: string,
    @ToolParam('login', {
      type: { type: 'object', properties: { pin: { type: 'string', writeOnly: true } } },
    })
    _b: object,
  ) {}

  @Tool(tool)
  inherited(@ToolParam('toString', { required: false }) _a?: string) {}

  @Tool(tool)
  lostInterface(@ToolParam('a') _a: Erased) {}
  @Tool(tool)
  lostUnion(@ToolParam('a') _a: string | number) {}
  @Tool(tool)
  lostItems(@ToolParam('a') _a: string[]) {}
  @Tool(tool)
  lostMap(@ToolParam('a') _a: Map<string, number>) {}
  @Tool(tool)
  lostSet(@ToolParam('a') _a: Set<number>) {}
  @Tool(tool)
  lostAny(@ToolParam('a') _a: unknown) {}
  @Tool(tool)
  openObject(@ToolParam('a', { type: 'object' }) _a: object) {}
  @Tool(tool)
  noJson(@ToolParam('a') _a: symbol) {}
  @Tool(tool)
  callback(@ToolParam('a') _a: () => void) {}
  @Tool(tool)
  promise(@ToolParam('a') _a: Promise<string>) {}
  @Tool(tool)
  plainClass(@ToolParam('a') _a: AbortController) {}
  @Tool(tool)
  emptyEnum(@ToolParam('a', { enum: [] }) _a: string) {}
  @Tool(tool)
  misapplied(@ToolParam('a', { minLength: 2 }) _a: number) {}
  @Tool(tool)
  badLength(@ToolParam('a', { maxLength: -1 }) _a: string) {}
  @Tool(tool)
  badFormat(@ToolParam('a', { format: 'e-mail' }) _a: string) {}
  @Tool(tool)
  badDefault(@ToolParam('a', { default: 'x', maxLength: 0 }) _a: string) {}
  @Tool(tool)
  wrongDefault(@ToolParam('a', { default: 'one' }) _a: number) {}
  @Tool(tool)
  functionDefault(@ToolParam('a', { default: () => 1 }) _a: number) {}
  @Tool(tool)
  secretDefault(@ToolParam('a', { default: 'x', sensitive: true }) _a: string) {}
  @Tool(tool)
  unsafe(@ToolParam('a', { pattern: '^(a+)+$' }) _a: string) {}
  @Tool(tool)
  reference(@ToolParam('a', { type: { $ref: 'http://169.254.169.254/x' } }) _a: string) {}
  @Tool(tool)
  unknownRequired(
    @ToolParam('a', { properties: { b: String }, requiredProperties: ['c'] }) _a: object,
  ) {}
}

describe('arguments declared on parameters', () => {
  it('are none for a tool without parameters, and an empty object calls it', async () => {
    for (const method of ['ping', 'onlyContext']) {
      const { schema, call, blueprint } = await declaredTool(Tools, method);
      expect(schema).toEqual({ type: 'object', properties: {}, additionalProperties: false });
      expect(await call(undefined)).toEqual({ input: {}, sync: true });
      expect(await call({ a: 1 })).toMatchObject({ issues: [{ rule: 'additionalProperties' }] });
      expect(blueprint.bind).toBeUndefined();
    }
  });

  it('become one closed schema, with what was said about each', async () => {
    const { schema, blueprint } = await declaredTool(Tools, 'scalars');
    expect(schema).toEqual({
      type: 'object',
      properties: {
        text: { type: 'string', description: 'Some text', maxLength: 10, pattern: '^[a-z]*$' },
        count: { type: 'integer', minimum: 0 },
        ratio: { type: 'number' },
        on: { type: 'boolean', default: true },
        mail: { type: 'string', format: 'email' },
        note: { type: ['string', 'null'] },
      },
      required: ['text', 'count', 'ratio', 'note'],
      additionalProperties: false,
    });
    expect(blueprint.enforced).toBe(blueprint.published);
    expect(Object.isFrozen((schema['properties'] as { text: object }).text)).toBe(true);
  });

  it('reach the method with their defaults', async () => {
    const { call } = await declaredTool(Tools, 'scalars');
    expect(await call({ text: 'a', count: 1, ratio: 0.5, note: null })).toEqual({
      input: { text: 'a', count: 1, ratio: 0.5, on: true, note: null },
      sync: true,
    });
  });

  it('have a documented JSON form for types that JSON does not know, and arrive as these types', async () => {
    const { schema, call } = await declaredTool(Tools, 'richTypes');
    expect(schema['properties']).toEqual({
      at: { type: 'string', format: 'date-time' },
      day: { type: 'string', format: 'date' },
      epoch: { type: 'integer' },
      big: { type: 'string', pattern: '^-?\\d+$' },
      buffer: { type: 'string', contentEncoding: 'base64' },
      bytes: { type: 'string', contentEncoding: 'base64' },
      map: { type: 'object', additionalProperties: { type: 'string', format: 'date-time' } },
      set: { type: 'array', items: { type: 'string', pattern: '^-?\\d+$' }, uniqueItems: true },
      record: { type: 'object', additionalProperties: { type: 'string' } },
      dates: { type: 'array', items: { type: 'string', format: 'date-time' } },
      address: {
        type: 'object',
        properties: { street: { type: 'string' } },
        required: ['street'],
        additionalProperties: false,
      },
      maybe: { type: ['string', 'null'], format: 'date-time' },
    });
    const at = '2026-07-01T10:00:00+02:00';
    const outcome = await call({
      at,
      day: '2026-02-28',
      epoch: 1_751_328_000_000,
      big: '725653563933458432',
      buffer: 'AQID',
      bytes: '',
      map: { a: at },
      set: ['1', 2],
      record: { a: 'b' },
      dates: [at],
      address: { street: 'Elm' },
      maybe: null,
    });
    expect(outcome).toEqual({
      sync: true,
      input: {
        at: new Date(at),
        day: new Date('2026-02-28'),
        epoch: new Date(1_751_328_000_000),
        big: 725653563933458432n,
        buffer: Buffer.from([1, 2, 3]),
        bytes: new Uint8Array(),
        map: new Map([['a', new Date(at)]]),
        set: new Set([1n, 2n]),
        record: { a: 'b' },
        dates: [new Date(at)],
        address: { street: 'Elm' },
        maybe: null,
      },
    });
    expect('input' in outcome && (outcome.input as { address: object }).address).toBeInstanceOf(
      Address,
    );
  });

  it.each([
    ['at', '2026-02-30'],
    ['at', '2026-13-01T00:00:00Z'],
    ['at', '2026-08-01'],
    ['at', 1751328000000],
    ['at', 'yesterday'],
    ['at', '2026-07-01T10:00:00+25:00'],
    ['day', '2026-02-30'],
    ['epoch', 9e15],
    ['big', '1.5'],
    ['big', 1.5],
    ['buffer', 'AQI'],
    ['buffer', '!!!!'],
    ['set', ['1', '1']],
  ])('refuse %s: %j with an issue that names the place and not the value', async (name, value) => {
    const valid = {
      at: '2026-07-01T10:00:00Z',
      day: '2026-07-01',
      epoch: 0,
      big: '1',
      buffer: '',
      bytes: '',
      map: {},
      set: [],
      record: {},
      dates: [],
      address: { street: '' },
      maybe: null,
    };
    const { call } = await declaredTool(Tools, 'richTypes');
    const outcome = await call({ ...valid, [name]: value });
    expect(outcome).toMatchObject({ issues: [{ path: expect.stringMatching(`^${name}`) }] });
    if (typeof value === 'string' && 'issues' in outcome)
      expect(outcome.issues[0].message).not.toContain(value);
  });

  it('refuse a bigint whose text would take long to read', async () => {
    const { call } = await declaredTool(Tools, 'onlyBigint');
    expect(await call({ big: '9'.repeat(4096) })).toHaveProperty('input');
    expect(await call({ big: '9'.repeat(4097) })).toMatchObject({
      issues: [{ path: 'big', rule: 'maxLength' }],
    });
  });

  it('can be one of a list: numbers of an enum, never its names', async () => {
    const { schema, call } = await declaredTool(Tools, 'choices');
    expect(schema['properties']).toEqual({
      size: { type: 'integer', enum: [1, 2] },
      mixed: { type: ['string', 'integer'], enum: ['a', 7] },
      order: { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
      maybe: { type: ['integer', 'null'], enum: [1, 2, null] },
    });
    expect(await call({ size: 'S', mixed: 'a', maybe: null })).toHaveProperty('issues');
    expect(await call({ size: 1, mixed: 7, maybe: null })).toMatchObject({
      input: { order: 'asc' },
    });
  });

  it('can be objects and whole schemas, closed at every depth', async () => {
    const { schema, call } = await declaredTool(Tools, 'objects');
    expect(schema['properties']).toMatchObject({
      patch: {
        properties: { title: { type: 'string' }, author: { additionalProperties: false } },
        required: ['title'],
        additionalProperties: false,
      },
      union: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      nested: {
        properties: { a: { type: 'object', properties: {}, additionalProperties: false } },
        additionalProperties: false,
      },
    });
    const patch = { title: 'a', author: { street: 'b' } };
    const outcome = await call({ patch, union: 3, nested: { a: {} } });
    expect(outcome).toMatchObject({ input: { patch, union: 3 } });
    expect(
      'input' in outcome && (outcome.input as { patch: { author: object } }).patch.author,
    ).toBeInstanceOf(Address);
    expect(await call({ patch, union: 3, nested: { a: { b: 1 } } })).toMatchObject({
      issues: [{ path: 'nested.a.b' }],
    });
  });

  it('name the places of secrets', async () => {
    const { blueprint } = await declaredTool(Tools, 'secrets');
    expect(blueprint.sensitive).toEqual([['password'], ['login']]);
    expect(JSON.stringify(blueprint.published)).not.toContain('sensitive');
  });

  it('may be named like something every object inherits', async () => {
    const { call } = await declaredTool(Tools, 'inherited');
    expect(await call({})).toEqual({ input: {}, sync: true });
  });

  it.each([
    [
      'lostInterface',
      /^Tools\.lostInterface, argument a: type lost: TypeScript recorded Object.*\{ type: 'string' \}/,
    ],
    ['lostUnion', /type lost/],
    ['lostItems', /^Tools\.lostItems, argument a: type lost: .*elements\. Add \{ items: String \}/],
    ['lostMap', /type lost: .*additionalProperties/],
    ['lostSet', /type lost: .*elements/],
    ['lostAny', /type lost/],
    ['openObject', /an object needs to say what is in it/],
    ['noJson', /Symbol has no JSON form/],
    ['callback', /Function has no JSON form/],
    ['promise', /Promise has no JSON form/],
    ['plainClass', /the class AbortController declares no properties/],
    ['emptyEnum', /"enum" is empty/],
    ['misapplied', /"minLength" means nothing for a number/],
    ['badLength', /"maxLength" must be a whole number of at least 0/],
    ['badFormat', /"format" is "e-mail", which is not known/],
    ['badDefault', /argument a: the default breaks its own schema \(maxLength\)/],
    ['wrongDefault', /the default breaks its own schema \(type\)/],
    ['functionDefault', /the default has no JSON form/],
    ['secretDefault', /a sensitive argument cannot have a default/],
    ['unsafe', /argument a: the pattern "\^\(a\+\)\+\$" can take exponential time/],
    ['reference', /"\$ref": "http:\/\/169\.254\.169\.254\/x" points outside the schema/],
    ['unknownRequired', /"requiredProperties" names "c"/],
  ])('stop the boot when they make no sense: %s', async (method, message) => {
    expect((await declaredTool(Tools, method)).problems).toEqual([expect.stringMatching(message)]);
  });
});
