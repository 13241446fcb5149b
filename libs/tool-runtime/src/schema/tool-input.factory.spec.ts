import type { JsonSchema } from '../common/json.js';
import { DEFAULT_ARGUMENT_LIMITS } from './argument-limits.js';
import { snapshotArguments } from './argument-snapshot.js';
import type { InputBlueprint } from './input-blueprint.js';
import { SchemaCompileError } from './schema-compile.error.js';
import { SchemaValidator } from './schema-validator.js';
import { createToolInput } from './tool-input.factory.js';
import { createToolOutput } from './tool-output.factory.js';

const validator = new SchemaValidator();
const ignoredKeys = ['_meta', 'toolCallId', '_as_extra'];

const blueprint = (schema: JsonSchema, rest: Partial<InputBlueprint> = {}): InputBlueprint => ({
  published: schema,
  enforced: schema,
  clamps: [],
  sensitive: [],
  ...rest,
});

const input = (schema: JsonSchema, rest: Partial<InputBlueprint> = {}) =>
  createToolInput(blueprint(schema, rest), { validator, ignoredKeys });

const list = {
  type: 'object',
  properties: {
    start: { type: 'string', format: 'date' },
    cursor: { type: ['string', 'null'] },
    page: { type: 'integer', minimum: 1, default: 1 },
    filters: {
      type: 'array',
      items: {
        type: 'object',
        properties: { col: { type: 'string' } },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

describe('checking the arguments of a tool', () => {
  it('takes what is valid, with defaults', () => {
    expect(input(list).check({ start: '2026-07-01' }, { repair: true })).toEqual({
      valid: true,
      args: { start: '2026-07-01', page: 1 },
      repaired: [],
      ignored: [],
    });
  });

  it('repairs, then checks the bounds, then fills defaults', () => {
    const tool = input(list);
    expect(tool.check({ start: null, cursor: null, page: null }, { repair: true })).toEqual({
      valid: true,
      args: { cursor: null, page: 1 },
      repaired: ['start', 'page'],
      ignored: [],
    });
    expect(tool.check({ page: '0' }, { repair: true })).toEqual({
      valid: false,
      issues: [{ path: 'page', rule: 'minimum', message: 'page: Value too small (min: 1)' }],
    });
  });

  it('repairs nothing where repair is off', () => {
    expect(input(list).check({ page: '2' }, { repair: false })).toMatchObject({
      valid: false,
      issues: [{ path: 'page', rule: 'type' }],
    });
  });

  it('drops what clients add, at the root only and unless it is declared', () => {
    const sent = () => ({ filters: [{ col: 'a' }], _meta: {}, toolCallId: 'x' });
    expect(input(list).check(sent(), { repair: false })).toEqual({
      valid: true,
      args: { filters: [{ col: 'a' }], page: 1 },
      repaired: [],
      ignored: ['_meta', 'toolCallId'],
    });
    expect(input(list).check({ filters: [{ _meta: {} }] }, { repair: false })).toMatchObject({
      issues: [{ message: 'Unknown property: filters[0]._meta' }],
    });
    const declaring = {
      allOf: [{ $ref: '#/$defs/m' }],
      $defs: { m: { properties: { _meta: { type: 'string' } } } },
    };
    expect(input(declaring).check({ _meta: 'mine' }, { repair: false })).toMatchObject({
      args: { _meta: 'mine' },
      ignored: [],
    });
  });

  it('refuses a misspelled key and says what was meant', () => {
    expect(input(list).check({ filter: [] }, { repair: true })).toMatchObject({
      valid: false,
      issues: [{ message: 'Unknown property: filter (did you mean "filters"?)' }],
    });
  });

  it('enforces one schema and publishes the other', () => {
    const published = { properties: { page: { type: 'integer', maximum: 10 } } };
    const tool = input(published, {
      enforced: { properties: { page: { type: 'integer' } } },
      clamps: [{ path: ['page'], max: 10 }],
    });
    expect(tool.schema).toEqual(published);
    const checked = tool.check({ page: 500 }, { repair: true });
    expect(checked.valid && tool.clamp(checked.args)).toEqual({
      args: { page: 10 },
      clamped: ['page'],
    });
  });

  it('hands the tool objects of its own', async () => {
    const args = Object.freeze({ page: 1, filters: Object.freeze([Object.freeze({ col: 'a' })]) });
    const bound = await input(list).bind(args);
    expect(bound).toEqual({ valid: true, input: args });
    if (!bound.valid) throw new Error('unreachable');
    (bound.input as { filters: object[] }).filters.push({});
    expect(args.filters).toHaveLength(1);
  });

  it("freezes its schema without freezing the declaration's", () => {
    const schema = { properties: { a: { type: 'string' } } };
    const tool = input(schema);
    expect(Object.isFrozen((tool.schema['properties'] as { a: object }).a)).toBe(true);
    expect(Object.isFrozen(schema.properties.a)).toBe(false);
  });

  it('is refused at once when a schema cannot be enforced', () => {
    expect(() => input({ type: 'nothing' })).toThrow(SchemaCompileError);
    expect(() => createToolOutput({ type: 'nothing' }, validator)).toThrow(SchemaCompileError);
  });
});

it('a declared output is told apart from what a tool returned', () => {
  const output = createToolOutput({ type: 'object', required: ['id'] }, validator);
  expect(output.check({ id: 1 })).toEqual([]);
  expect(output.check({})).toEqual([
    { path: 'id', rule: 'required', message: 'Missing required field: id' },
  ]);
  expect(Object.isFrozen(output.schema)).toBe(true);
});

it('prototypes stay as they are', () => {
  const before = Reflect.ownKeys(Object.prototype);
  const open = input({});
  const evil = ['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}'];
  for (const raw of [...evil, ...evil.map((text) => `{"a":[${text}]}`)]) {
    expect(snapshotArguments(JSON.parse(raw), DEFAULT_ARGUMENT_LIMITS).ok).toBe(false);
    const checked = open.check({ a: raw }, { repair: true });
    expect(checked.valid && Object.getPrototypeOf(checked.args)).toBe(Object.prototype);
  }
  expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});
