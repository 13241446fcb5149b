import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { JsonSchema } from '../common/json.js';
import { compileRepair } from './argument-repair.js';
import { SchemaValidator } from './schema-validator.js';
import { createToolInput } from './tool-input.factory.js';

/** Few names and few scalars, so that random values and random schemas meet. */
const NAMES = ['a', 'b', 'kind', 'toString'];
const TEXTS = ['', 'x', '1', '-2', '2.5', 'true', 'null', '{}', '[1]', '{"a":"1"}', 'circle'];

const name = fc.constantFrom(...NAMES);
const scalar = fc.constantFrom<unknown>(null, true, false, 0, 1, -2, 2.5, ...TEXTS);

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
}));

const typeKeyword = fc.oneof(
  fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'array', 'object'),
  fc.uniqueArray(fc.constantFrom('string', 'integer', 'boolean', 'null', 'object'), {
    minLength: 2,
    maxLength: 3,
  }),
);

const { schema: anySchema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ type: typeKeyword }),
    fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }) }),
    fc.record({ const: scalar }),
    fc.constantFrom<unknown>(
      true,
      {},
      { $ref: '#/$defs/shared' },
      { type: 'string', minLength: 2 },
      { minimum: 1 },
    ),
    objectOf(tie('schema')),
    fc.record({ type: fc.constant('array'), items: tie('schema'), maxItems: fc.constant(2) }),
    fc.record({
      prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      items: tie('schema'),
    }),
    fc.record({ anyOf: branches(tie('schema')) }),
    fc.record({ oneOf: branches(tie('schema')) }),
    fc.record({ allOf: branches(tie('schema')) }),
    fc.record({ type: typeKeyword, anyOf: branches(tie('schema')) }),
    fc.record({ not: tie('schema') }),
    fc.record({ if: tie('schema'), then: tie('schema') }),
  ),
}));

function branches(schema: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  return fc.array(schema, { minLength: 1, maxLength: 3 });
}
function objectOf(schema: fc.Arbitrary<unknown>): fc.Arbitrary<JsonSchema> {
  return fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(name, schema, { maxKeys: 4 }),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.constant<unknown>(false), schema),
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'i'), schema, { maxKeys: 1 }),
    },
    { requiredKeys: ['type', 'properties'] },
  );
}

/** A schema with recursion, and an argument object that has a fair chance to fit it. */
const schemaAndValue: fc.Arbitrary<[JsonSchema, Record<string, unknown>]> = fc
  .tuple(
    fc
      .tuple(objectOf(anySchema), anySchema)
      .map(([root, shared]) => ({ ...root, $defs: { shared } })),
    fc.dictionary(name, anyValue, { maxKeys: 4, noNullPrototype: true }),
  )
  .map(
    ([schema, value]) =>
      JSON.parse(JSON.stringify([schema, value])) as [JsonSchema, Record<string, unknown>],
  );

const validator = new SchemaValidator();
const input = (schema: JsonSchema) =>
  createToolInput(
    { published: schema, enforced: schema, clamps: [], sensitive: [] },
    { validator, ignoredKeys: [] },
  );

describe('for any schema and any arguments', () => {
  const independent = new Ajv2020({ strict: false, ownProperties: true });

  /** Undefined for a schema that refers to itself for the same value, about which no validator can say anything. */
  function accepts(schema: JsonSchema, value: unknown): boolean | undefined {
    try {
      return independent.compile(schema)(value);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  it('the verdict is the one an independent validator gives on the published schema', () => {
    const verdicts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(schemaAndValue, ([schema, value]) => {
        const tool = input(schema);
        const accepted = accepts(tool.schema, value);
        if (accepted === undefined) return;
        const checked = tool.check(structuredClone(value), { repair: false });
        expect(checked.valid).toBe(accepted);
        if (!checked.valid) expect(checked.issues.length).toBeGreaterThan(0);
        verdicts[accepted ? 'accepted' : 'refused']++;
      }),
      { numRuns: 120 },
    );
    expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(10);
  });

  it('repair leaves everything alone that an independent validator accepts', () => {
    let accepted = 0;
    fc.assert(
      fc.property(schemaAndValue, ([schema, value]) => {
        if (accepts(schema, value) !== true) return;
        accepted++;
        const args = structuredClone(value);
        expect(compileRepair(schema)(args)).toEqual([]);
        expect(args).toEqual(value);
      }),
      { numRuns: 200 },
    );
    expect(accepted).toBeGreaterThan(25);
  });
});

describe('for any arguments that a client turned into text, in part or level by level', () => {
  const leaf = fc.oneof(
    fc.integer(),
    fc.integer({ min: -4000, max: 4000 }).map((quarters) => quarters / 4),
    fc.boolean(),
    fc.string(),
    fc.constantFrom('1', 'true', '{}', '[]'),
  );
  const { args } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value'), { maxLength: 3 }), tie('args')),
    args: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie('value'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  }));

  /** The narrowest schema for the structure of a value. */
  function schemaOf(value: unknown): JsonSchema {
    if (Array.isArray(value))
      return { type: 'array', prefixItems: value.map(schemaOf), items: false };
    if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
    if (typeof value !== 'object') return { type: typeof value };
    const members = Object.entries(value as object);
    return {
      type: 'object',
      properties: Object.fromEntries(members.map(([key, member]) => [key, schemaOf(member)])),
      required: members.map(([key]) => key),
      additionalProperties: false,
    };
  }

  function asText(value: unknown, choose: () => boolean): unknown {
    if (typeof value === 'string') return value;
    const inner = inside(value, choose);
    return choose() ? JSON.stringify(inner) : inner;
  }

  function inside(value: unknown, choose: () => boolean): unknown {
    if (Array.isArray(value)) return value.map((member) => asText(member, choose));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, asText(member, choose)]),
    );
  }

  it('repair brings back exactly what was meant', () => {
    fc.assert(
      fc.property(args, fc.infiniteStream(fc.boolean()), (meant, choices) => {
        const sent = inside(meant, () => choices.next().value) as Record<string, unknown>;
        const isDamaged = JSON.stringify(sent) !== JSON.stringify(meant);
        const repaired = compileRepair(schemaOf(meant))(sent);
        expect(sent).toEqual(meant);
        expect(repaired.length > 0).toBe(isDamaged);
      }),
      { numRuns: 300 },
    );
  });
});
