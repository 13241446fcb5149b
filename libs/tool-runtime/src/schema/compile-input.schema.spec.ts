import 'reflect-metadata';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import { declaredTool, type DeclaredTool } from '../../../../test/support/declared-tool.js';
import { ToolInput } from '../declaration/tool-input.decorator.js';
import type { ToolOptions } from '../declaration/tool-options.js';
import { Tool } from '../declaration/tool.decorator.js';

const withInput = (input: unknown, options: Partial<ToolOptions> = {}): Promise<DeclaredTool> => {
  class Tools {
    @Tool({ name: 'x', description: 'X', input: input as ToolOptions['input'], ...options })
    run(@ToolInput() _input: object) {}
  }
  return declaredTool(Tools);
};
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const closed = (properties: object, more: object = {}) =>
  object(properties, { ...more, additionalProperties: false });

describe('arguments declared by a JSON Schema', () => {
  it('are closed at the root and wherever members are declared, unless the schema says otherwise', async () => {
    const { schema } = await withInput(
      object({
        a: object({ b: object({}) }),
        list: { type: 'array', items: object({ c: { type: 'string' } }) },
        open: object({ d: {} }, { additionalProperties: true }),
        map: { type: 'object', additionalProperties: object({ e: {} }) },
        anything: { type: 'object' },
        either: { anyOf: [object({ f: {} }), { type: 'null' }] },
      }),
    );
    expect(schema).toEqual(
      closed({
        a: closed({ b: closed({}) }),
        list: { type: 'array', items: closed({ c: { type: 'string' } }) },
        open: object({ d: {} }, { additionalProperties: true }),
        map: { type: 'object', additionalProperties: closed({ e: {} }) },
        anything: { type: 'object' },
        either: { anyOf: [closed({ f: {} }), { type: 'null' }] },
      }),
    );
  });

  it('are closed around what is composed, not inside its parts', async () => {
    const { schema, call } = await withInput({
      type: 'object',
      properties: { a: { type: 'string' } },
      allOf: [object({ b: { type: 'string' } })],
      if: { properties: { a: { const: 'x' } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: object({ c: { type: 'string' } }),
    });
    expect(schema).toMatchObject({ unevaluatedProperties: false });
    expect(JSON.stringify(schema)).not.toContain('additionalProperties');
    expect(await call({ a: 'x', b: '', c: '' })).toHaveProperty('input');
    expect(await call({ a: 'y', b: '', d: '' })).toHaveProperty('issues');
  });

  it('reach the method as a copy, and stay unchanged themselves', async () => {
    const source = object({ a: { type: 'object' } });
    const text = JSON.stringify(source);
    const { schema, call, blueprint } = await withInput(source);
    expect(await call({ a: { b: [1] } })).toEqual({ input: { a: { b: [1] } }, sync: true });
    expect(blueprint.bind).toBeUndefined();
    expect(Object.isFrozen(schema)).toBe(true);
    expect(Object.isFrozen(source.properties)).toBe(false);
    expect(JSON.stringify(source)).toBe(text);
  });

  it('have their references written out, except those of what contains itself', async () => {
    const { schema, call } = await withInput(
      object(
        {
          home: { $ref: '#/$defs/Address', description: 'Home' },
          tree: { $ref: '#/definitions/Tree' },
        },
        {
          $defs: { Address: object({ street: { type: 'string' } }), Unused: {} },
          definitions: {
            Tree: object({
              at: { $ref: '#/$defs/Address' },
              children: { type: 'array', items: { $ref: '#/definitions/Tree' } },
            }),
          },
        },
      ),
    );
    const address = closed({ street: { type: 'string' } });
    expect(schema).toEqual(
      closed(
        { home: { ...address, description: 'Home' }, tree: { $ref: '#/$defs/Tree' } },
        {
          $defs: {
            Tree: closed({
              at: address,
              children: { type: 'array', items: { $ref: '#/$defs/Tree' } },
            }),
          },
        },
      ),
    );
    expect(await call({ tree: { children: [{ at: { street: 'a', x: 1 } }] } })).toHaveProperty(
      'issues',
    );
    expect(await call({ tree: { children: [{ at: { street: 'a' } }] } })).toHaveProperty('input');
  });

  it('keep what stands beside a reference', async () => {
    const { call } = await withInput(
      object(
        { n: { $ref: '#/$defs/Positive', maximum: 5 } },
        { $defs: { Positive: { type: 'integer', minimum: 1, maximum: 10 } } },
      ),
    );
    expect(await call({ n: 5 })).toHaveProperty('input');
    expect(await call({ n: 6 })).toHaveProperty('issues');
    expect(await call({ n: 0 })).toHaveProperty('issues');
  });

  it('name the places of secrets, and all that may hold one where no path leads to it', async () => {
    const secret = { type: 'string', writeOnly: true };
    const { blueprint } = await withInput(
      object(
        {
          password: { type: 'string', sensitive: true },
          logins: { type: 'array', items: object({ pin: secret }) },
          byName: { type: 'object', additionalProperties: object({ pin: secret }) },
          tree: { $ref: '#/$defs/Tree' },
          either: { oneOf: [object({ token: secret }), { type: 'null' }] },
        },
        {
          $defs: {
            Tree: object({
              pin: secret,
              children: { type: 'array', items: { $ref: '#/$defs/Tree' } },
            }),
          },
        },
      ),
    );
    expect(blueprint.sensitive).toEqual([
      ['password'],
      ['logins', '*', 'pin'],
      ['byName'],
      ['tree'],
      ['either', 'token'],
    ]);
    expect(JSON.stringify(blueprint.published)).not.toContain('"sensitive"');
  });

  it('may be a union of objects', async () => {
    const { schema, call } = await withInput({
      oneOf: [
        object({ kind: { const: 'a' }, x: { type: 'string' } }, { required: ['kind'] }),
        object({ kind: { const: 'b' } }, { required: ['kind'] }),
      ],
    });
    expect(schema['type']).toBe('object');
    expect(await call({ kind: 'a', x: '' })).toHaveProperty('input');
    expect(await call({ kind: 'b', x: '' })).toHaveProperty('issues');
  });

  it.each([
    ['an array', { type: 'array', items: {} }, /"type": "object" at its root/],
    ['no type at all', {}, /"type": "object" at its root/],
    ['not a schema', 'text', /neither a Standard Schema, nor a JSON Schema/],
    ['an address', object({ a: { $ref: 'https://example.com/x' } }), /points outside the schema/],
    ['a reference to nothing', object({ a: { $ref: '#/$defs/X' } }), /points to nothing/],
    [
      'a dynamic reference',
      object({ a: { $dynamicRef: '#x' } }),
      /"\$dynamicRef" is not supported/,
    ],
    [
      'an unsafe pattern',
      object({ a: { type: 'string', pattern: '(a*)*b' } }),
      /argument a: the pattern/,
    ],
    [
      'an unsafe name pattern',
      object({ a: { type: 'object', patternProperties: { '^(x+)+$': {} } } }),
      /the pattern "\^\(x\+\)\+\$"/,
    ],
    [
      'a broken default',
      object({ a: object({ b: { type: 'string', default: 1 } }) }),
      /argument a\.b: the default/,
    ],
    ['a misspelt keyword', object({ a: { typ: 'string' } }), /unknown keyword "typ"/],
    ['a misspelt format', object({ a: { type: 'string', format: 'mail' } }), /format/],
    [
      'a reserved name',
      object({ confirm_token: { type: 'string' } }),
      /carries the token of a confirmation/,
    ],
    ['a dangerous name', object({ a: object({ constructor: {} }) }), /could reach a prototype/],
  ])('stop the boot with %s', async (_case, input, message) => {
    const { problems } = await withInput(input);
    expect(problems).toEqual([expect.stringMatching(message)]);
    expect(problems[0]).toMatch(/^Tools\.run/);
  });

  it('may name their parts; references by name are written out too', async () => {
    const { schema, call } = await withInput(
      object(
        { home: { $ref: '#address' } },
        { $defs: { Address: { $anchor: 'address', ...object({ street: { type: 'string' } }) } } },
      ),
    );
    expect(schema).toEqual(closed({ home: closed({ street: { type: 'string' } }) }));
    expect(await call({ home: { street: 1 } })).toHaveProperty('issues');
    expect(await call({ home: { street: 'Elm' } })).toHaveProperty('input');
  });

  it('may be published as they stand, closed, and are enforced all the same', async () => {
    const definitions = {
      address: { $anchor: 'address', ...object({ street: { type: 'string' } }) },
      tree: object({ children: { type: 'array', items: { $ref: '#/$defs/tree' } } }),
    };
    const written = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...object(
        { home: { $ref: '#/$defs/address' }, tree: { $ref: '#/$defs/tree' } },
        { $defs: definitions },
      ),
    };
    const { schema, call } = await withInput(written, { inputReferences: 'keep' });
    expect(schema).toEqual({
      ...written,
      additionalProperties: false,
      $defs: {
        address: { ...definitions.address, additionalProperties: false },
        tree: { ...definitions.tree, additionalProperties: false },
      },
    });
    expect(await call({ home: { street: 'Elm' } })).toHaveProperty('input');
    expect(await call({ home: { street: 1 } })).toHaveProperty('issues');
    expect(await call({ home: { town: 'X' } })).toHaveProperty('issues');
    expect(await call({ tree: { children: [{ children: [{ leaf: 1 }] }] } })).toHaveProperty(
      'issues',
    );
  });

  it('stop the boot when they could not be published as they stand without saying something else', async () => {
    const { problems } = await withInput(
      object({
        whole: { type: 'object', properties: { a: {} } },
        part: { allOf: [{ $ref: '#/properties/whole' }, object({ b: {} })] },
      }),
      { inputReferences: 'keep' },
    );
    expect(problems).toEqual([expect.stringMatching(/cannot be published as they stand/)]);
  });

  it('stop the boot when two parts have one name', async () => {
    const named = { $anchor: 'x', type: 'string' };
    const { problems } = await withInput(object({ a: named, b: named }));
    expect(problems).toEqual([expect.stringMatching(/two parts .*"\$anchor" "x"/)]);
  });

  it('stop the boot when they grow without bounds as references are written out', async () => {
    const $defs: Record<string, object> = { d0: { type: 'string' } };
    for (let level = 1; level < 40; level++) {
      const below = { $ref: `#/$defs/d${level - 1}` };
      $defs[`d${level}`] = object({ a: below, b: below });
    }
    const { problems } = await withInput(object({ a: { $ref: '#/$defs/d39' } }, { $defs }));
    expect(problems).toEqual([expect.stringMatching(/larger than 5000 subschemas/)]);
  });
});

describe('arguments declared by a Standard Schema', () => {
  it('of Zod are published closed and arrive as the schema makes them', async () => {
    const { schema, call } = await withInput(
      z.object({
        id: z.string().min(2).meta({ sensitive: true }),
        at: z.iso.datetime().transform((text) => new Date(text)),
        page: z.int().default(1),
        mail: z.email().optional(),
        name: z.string().endsWith('z').optional(),
        nested: z.object({ a: z.string().nullable() }).optional(),
      }),
    );
    expect(schema).toMatchObject({
      type: 'object',
      properties: {
        id: { type: 'string', minLength: 2 },
        name: { type: 'string', pattern: 'z$' },
        nested: { additionalProperties: false },
        page: { default: 1 },
      },
      required: ['id', 'at'],
      additionalProperties: false,
    });
    expect(schema).not.toHaveProperty('$schema');
    expect(JSON.stringify(schema)).not.toMatch(/sensitive|ends_with/);
    expect(await call({ id: 'ab', at: '2026-07-01T10:00:00Z', name: 'abz' })).toEqual({
      input: { id: 'ab', at: new Date('2026-07-01T10:00:00Z'), page: 1, name: 'abz' },
      sync: true,
    });
    expect(await call({ id: 'ab', at: '2026-07-01T10:00:00Z', x: 1 })).toHaveProperty('issues');
  });

  it('of ArkType are published closed and arrive as the schema makes them', async () => {
    const { schema, call } = await withInput(type({ a: 'string>=2', 'n?': 'number' }));
    expect(schema).toEqual(
      closed({ a: { type: 'string', minLength: 2 }, n: { type: 'number' } }, { required: ['a'] }),
    );
    expect(await call({ a: 'ab' })).toEqual({ input: { a: 'ab' }, sync: true });
  });

  it('may contain themselves', async () => {
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree);
      },
    });
    const { call } = await withInput(Tree);
    const tree = { name: 'a', children: [{ name: 'b', children: [] }] };
    expect(await call(tree)).toMatchObject({ input: tree });
    expect(await call({ ...tree, children: [{ name: 'b', children: [], x: 1 }] })).toHaveProperty(
      'issues',
    );
  });

  it('are checked by rules that no schema can express; issues name the place and never the value', async () => {
    const sentinel = 'S3NT1NEL';
    const { call } = await withInput(
      z.object({
        fixed: z.string().refine((text) => text === 'x', 'must be x'),
        echoed: z
          .string()
          .refine((text) => text === 'x', { error: (issue) => `got ${String(issue.input)}` }),
        list: z.array(z.string().refine(async (text) => text === 'x', 'must be x')),
      }),
    );
    const outcome = await call({ fixed: sentinel, echoed: sentinel, list: ['x', sentinel] });
    expect(outcome).toEqual({
      issues: [
        { path: 'fixed', rule: 'custom', message: 'fixed: must be x' },
        { path: 'echoed', rule: 'custom', message: 'echoed: Value does not satisfy the schema' },
        { path: 'list[1]', rule: 'custom', message: 'list[1]: must be x' },
      ],
    });
    expect(await call({ fixed: 'x', echoed: 'x', list: ['x'] })).toMatchObject({
      sync: false,
    });
  });

  it('do not repeat the value where the library does', async () => {
    const { blueprint } = await withInput(type({ a: 'string.numeric' }));
    const bound = await blueprint.bind?.({ a: 'S3NT1NEL' });
    expect(bound).toMatchObject({ valid: false, issues: [{ path: 'a' }] });
    expect(JSON.stringify(bound)).not.toContain('S3NT1NEL');
  });

  it('never hand the method a part of the arguments', async () => {
    const { blueprint } = await withInput(z.looseObject({ a: z.any() }));
    const args = { a: { b: 1 } };
    const bound = (await blueprint.bind?.(args)) as { input: typeof args };
    bound.input.a.b = 2;
    expect(args.a.b).toBe(1);
  });

  it.each([
    [
      'valibot',
      v.object({ a: v.string() }),
      /valibot schema has no JSON Schema form\. Wrap it in toStandardJsonSchema\(\)/,
    ],
    ['a Zod date', z.object({ at: z.date() }), /Date cannot be represented.*z\.iso\.datetime\(\)/],
    ['a Zod array', z.array(z.string()), /"type": "object" at its root/],
    [
      'an unsafe regular expression',
      z.object({ a: z.string().regex(/^(a+)+$/) }),
      /can take exponential time/,
    ],
    [
      'an unsafe regular expression that cannot be published',
      z.object({ a: z.string().regex(new RegExp('^(a+)+\\-$')) }),
      /can take exponential time/,
    ],
  ])('stop the boot with %s', async (_case, input, message) => {
    expect((await withInput(input)).problems).toEqual([expect.stringMatching(message)]);
  });

  it('leave to the library what only the library knows', async () => {
    const { schema } = await withInput(
      z.object({
        mail: z.email({ pattern: z.regexes.rfc5322Email }),
        tagged: z.string().meta({ title: 'T', anything: 1 }),
      }),
    );
    expect(schema['properties']).toEqual({
      mail: { type: 'string', format: 'email' },
      tagged: { type: 'string', title: 'T' },
    });
  });
});

describe('the clamps of a tool', () => {
  const numbers = object({
    page: { type: 'integer', minimum: 1, maximum: 1000 },
    free: { type: 'number' },
    text: { type: 'string' },
  });

  it('are published as bounds and enforced by moving', async () => {
    const { blueprint, call } = await withInput(numbers, {
      clamps: { page: [1, 100], free: { min: 0 }, text: { maxLength: 3 } },
    });
    expect(blueprint.published['properties']).toEqual({
      page: { type: 'integer', minimum: 1, maximum: 100 },
      free: { type: 'number', minimum: 0 },
      text: { type: 'string', maxLength: 3 },
    });
    expect(blueprint.enforced['properties']).toEqual({
      page: { type: 'integer' },
      free: { type: 'number' },
      text: { type: 'string' },
    });
    expect(blueprint.clamps).toEqual([
      { path: ['page'], min: 1, max: 100 },
      { path: ['free'], min: 0 },
      { path: ['text'], maxLength: 3 },
    ]);
    expect(await call({ page: 5000, free: -1, text: 'abcdef' })).toMatchObject({
      input: { page: 100, free: 0, text: 'abc' },
    });
    expect(await call({ page: 1.5 })).toHaveProperty('issues');
  });

  it('move values before the library sees them', async () => {
    const { call } = await withInput(z.object({ page: z.int().min(1).max(10).nullable() }), {
      clamps: { page: [1, 10] },
    });
    expect(await call({ page: 11 })).toMatchObject({ input: { page: 10 } });
    expect(await call({ page: null })).toMatchObject({ input: { page: null } });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['unknown names', { nope: [1, 2] }, /"clamps" names "nope"/],
    ['inherited names', { toString: [1, 2] }, /"clamps" names "toString"/],
    ['reversed bounds', { page: [5, 1] }, /wrong way round/],
    ['one bound in a list', { page: [5] }, /must be two finite numbers/],
    ['three bounds in a list', { page: [1, 2, 3] }, /must be two finite numbers/],
    ['NaN', { page: [Number.NaN, 1] }, /must be two finite numbers/],
    ['nothing', { page: {} }, /is empty/],
    ['other words', { page: { minimum: 1 } }, /has no "minimum"/],
    ['no object', { page: 5 }, /must be \[lowest, highest\]/],
    ['a negative length', { text: { maxLength: -1 } }, /whole number of at least 0/],
    ['numbers for a string', { text: [1, 2] }, /need an argument of type number/],
    ['a length for a number', { page: { maxLength: 2 } }, /needs an argument of type string/],
    ['fractions for an integer', { page: [1.5, 3] }, /must have whole bounds/],
    ['more than the schema allows', { page: [0, 10] }, /goes beyond the declared minimum of 1/],
  ])('are refused with %s', async (_case, clamps, message) => {
    expect(
      (await withInput(numbers, { clamps: clamps as ToolOptions['clamps'] })).problems,
    ).toEqual([expect.stringMatching(message)]);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['an enum', { type: 'integer', enum: [1, 2] }, /"enum"/],
    ['a step', { type: 'integer', multipleOf: 5 }, /"multipleOf"/],
    ['a shape', { type: 'string', format: 'email' }, /"format"/],
    ['an open bound', { type: 'number', exclusiveMinimum: 1 }, /exclusiveMinimum of 1/],
    [
      'a union',
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
      /need an argument of type number/,
    ],
  ])('are refused where moving a value could break %s', async (_case, property, message) => {
    const bounds = property['type'] === 'string' ? { maxLength: 2 } : { min: 1, max: 2 };
    const { problems } = await withInput(object({ a: property }), { clamps: { a: bounds } });
    expect(problems).toEqual([expect.stringMatching(message)]);
  });

  it('concern the arguments themselves, not what they contain of their own kind', async () => {
    const { schema, call } = await withInput(
      object({ n: { type: 'integer', maximum: 9 }, inner: { $ref: '#' } }),
      { clamps: { n: [1, 2] } },
    );
    expect(schema['properties']).toMatchObject({
      n: { minimum: 1, maximum: 2 },
      inner: { $ref: '#/$defs/Root' },
    });
    expect(await call({ n: 5, inner: { n: 5 } })).toMatchObject({
      input: { n: 2, inner: { n: 5 } },
    });
    expect(await call({ n: 5, inner: { n: 10 } })).toHaveProperty('issues');
  });
});
