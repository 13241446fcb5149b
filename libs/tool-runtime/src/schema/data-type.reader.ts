import { isRecord, type JsonSchema } from '../common/json.js';
import { copyJson } from '../common/json-copy.js';
import type { JsonTypeName, ToolParamOptions } from '../declaration/tool-options.js';
import { unusableNameReason } from '../declaration/argument-names.js';
import type { ValidationRule } from './class-validator.support.js';
import { PLAIN_TRAITS } from './data-type.js';
import type { DataClass, DataProperty, DataType, DataTypeTraits, DtoClass } from './data-type.js';
import { enumValues } from './enum-values.js';
import type { NormalisedSchema } from './json-schema.source.js';
import * as messages from './schema.messages.js';
import { readRules, tighten } from './validation-keywords.js';
import type { RuleFacts } from './validation-keywords.js';

/** Everything that is known about the type of one parameter or property. */
export interface TypeFacts {
  /** The place, as messages name it. */
  readonly where: string;
  readonly options: ToolParamOptions;
  /** What TypeScript recorded under `design:type`. */
  readonly designType: unknown;
  /** What `@Type(() => X)` names; for a collection, its elements. */
  readonly namedType?: unknown;
  readonly rules: readonly ValidationRule[];
  /** What the class sets when it is made: `limit = 20` has no type annotation, so TypeScript records none. */
  readonly initialValue?: unknown;
}

/** How a reader deals with what it cannot decide alone. */
export interface TypeReaderHost {
  /** @returns undefined when the class is no DTO; the problem has been reported */
  readClass(type: DtoClass, where: string): DataClass | undefined;
  /** @returns the schema in the runtime's form; undefined when it cannot be used, which has been reported */
  readSchema(schema: JsonSchema, where: string): NormalisedSchema | undefined;
  report(problem: string): void;
}

const JSON_TYPES: ReadonlySet<unknown> = new Set<JsonTypeName>([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
]);

/** Built-in classes that stand for one JSON form. */
const BUILT_IN: ReadonlyMap<unknown, DataType> = new Map<unknown, DataType>([
  [String, { kind: 'string', ...PLAIN_TRAITS }],
  [Number, { kind: 'number', ...PLAIN_TRAITS }],
  [Boolean, { kind: 'boolean', ...PLAIN_TRAITS }],
  [Date, { kind: 'date', form: 'text', ...PLAIN_TRAITS }],
  [BigInt, { kind: 'bigint', ...PLAIN_TRAITS }],
  [Buffer, { kind: 'bytes', buffer: true, ...PLAIN_TRAITS }],
  [Uint8Array, { kind: 'bytes', buffer: false, ...PLAIN_TRAITS }],
]);

const WITHOUT_JSON_FORM: ReadonlySet<unknown> = new Set<unknown>([
  Symbol,
  Function,
  Promise,
  WeakMap,
  WeakSet,
  RegExp,
  Error,
  ArrayBuffer,
  DataView,
]);

const KEYWORD_OPTIONS = [
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;
type KeywordOption = (typeof KEYWORD_OPTIONS)[number];

const STRING_KEYWORDS: readonly string[] = ['format', 'pattern', 'minLength', 'maxLength', 'allOf'];
const NUMBER_KEYWORDS: readonly string[] = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
];
const ARRAY_KEYWORDS: readonly string[] = ['minItems', 'maxItems', 'uniqueItems'];

/** The type holds no other; a constant beside `undefined`, which means that a problem has been reported. */
const NO_COLLECTION = 'no collection';

/** Finds out what a parameter or property is, and reports what it cannot find out. */
export class DataTypeReader {
  constructor(private readonly host: TypeReaderHost) {}

  /** @returns undefined when the type is unknown; the problem has been reported */
  read(facts: TypeFacts): DataType | undefined {
    const ownRules = readRules(facts.rules, false);
    for (const { pattern, reason } of [
      ...ownRules.unsafePatterns,
      ...readRules(facts.rules, true).unsafePatterns,
    ])
      this.host.report(messages.unsafePattern(facts.where, pattern, reason));
    const bare = this.bareType(facts, ownRules);
    return bare && this.withTraits(bare, facts, ownRules);
  }

  /** Reads a type that was named at run time. */
  readReference(reference: unknown, where: string): DataType | undefined {
    if (isJsonSchema(reference)) return this.jsonSchema(reference, where);
    const type = this.resolve(reference, where);
    return type === undefined ? undefined : this.classType(type, where);
  }

  private bareType(facts: TypeFacts, ownRules: RuleFacts): DataType | undefined {
    const { where, options, designType } = facts;
    if (options.enum !== undefined) return this.enumeration(options.enum, where);
    if (isJsonSchema(options.type)) return this.jsonSchema(options.type, where);
    const collection = this.collection(facts);
    if (collection !== NO_COLLECTION) return collection;
    if (JSON_TYPES.has(options.type)) return this.jsonType(options.type as JsonTypeName, facts);
    const named = options.type ?? facts.namedType;
    if (named !== undefined) return this.readReference(named, where);
    if (ownRules.values) return enumType(ownRules.values);
    if (isLost(designType))
      return ownRules.type
        ? { kind: ownRules.type, ...PLAIN_TRAITS }
        : (typeOfValue(facts.initialValue) ?? this.lost(where, designType));
    return this.readReference(designType, where);
  }

  /** A type that holds others; {@link NO_COLLECTION} when it is not one. */
  private collection(facts: TypeFacts): DataType | undefined | typeof NO_COLLECTION {
    const { where, options, designType } = facts;
    if (options.properties !== undefined) return this.inlineObject(facts);
    if (options.additionalProperties !== undefined || designType === Map) {
      const named = options.additionalProperties ?? facts.namedType;
      if (named === undefined) {
        this.host.report(messages.valuesLost(where));
        return undefined;
      }
      const values = this.readReference(named, `${where}{}`);
      return values && { kind: designType === Map ? 'map' : 'record', values, ...PLAIN_TRAITS };
    }
    const isArray = designType === Array || options.type === 'array' || options.items !== undefined;
    if (!isArray && designType !== Set) return NO_COLLECTION;
    const items = this.items(facts);
    return items && { kind: designType === Set ? 'set' : 'array', items, ...PLAIN_TRAITS };
  }

  private items({ where, options, namedType, rules }: TypeFacts): DataType | undefined {
    const place = `${where}[]`;
    const each = readRules(rules, true);
    const named = options.items ?? namedType;
    const bare =
      named !== undefined
        ? this.readReference(named, place)
        : each.values
          ? enumType(each.values)
          : each.type && ({ kind: each.type, ...PLAIN_TRAITS } as DataType);
    if (named === undefined && !bare) this.host.report(messages.itemsLost(where));
    if (!bare) return undefined;
    const narrowed: DataType =
      bare.kind === 'number' && each.type === 'integer' ? { ...bare, kind: 'integer' } : bare;
    const allowed = keywordsFor(narrowed);
    const keywords: Record<string, unknown> = { ...narrowed.keywords };
    for (const [keyword, value] of Object.entries(each.keywords))
      if (allowed.includes(keyword)) tighten(keywords, keyword, value);
    return { ...narrowed, keywords };
  }

  private inlineObject({ where, options }: TypeFacts): DataType | undefined {
    const entries = Object.entries(options.properties ?? {});
    const required = new Set(options.requiredProperties ?? entries.map(([name]) => name));
    for (const name of required)
      if (!Object.hasOwn(options.properties ?? {}, name))
        this.host.report(
          messages.badOption(
            where,
            'requiredProperties',
            `names "${name}", which is not in "properties"`,
          ),
        );
    const properties: DataProperty[] = [];
    for (const [name, reference] of entries) {
      const place = `${where}.${name}`;
      const reason = unusableNameReason(name, false);
      if (reason !== undefined) this.host.report(messages.badPropertyName(place, reason));
      const type = this.readReference(reference, place);
      if (type)
        properties.push({
          name,
          type,
          required: required.has(name),
          default: undefined,
          validatedByOwner: false,
          transform: undefined,
        });
    }
    return { kind: 'object', properties, ...PLAIN_TRAITS };
  }

  private jsonType(name: JsonTypeName, facts: TypeFacts): DataType | undefined {
    const { where, designType } = facts;
    if (name === 'object') {
      const named = facts.namedType ?? designType;
      if (!isLost(named) && !BUILT_IN.has(named)) return this.readReference(named, where);
      this.host.report(messages.contentsLost(where));
      return undefined;
    }
    if (name === 'array') return this.items(facts);
    if (designType === Date && (name === 'number' || name === 'integer'))
      return { kind: 'date', form: 'epoch', ...PLAIN_TRAITS };
    if (designType === Date && name === 'string') return BUILT_IN.get(Date);
    return { kind: name, ...PLAIN_TRAITS };
  }

  private jsonSchema(source: JsonSchema, where: string): DataType | undefined {
    const read = this.host.readSchema(source, where);
    // The paths inside the schema are not followed up here: hiding the whole value hides them too.
    return (
      read && {
        kind: 'json',
        schema: read.schema,
        ...PLAIN_TRAITS,
        sensitive: read.sensitive.length > 0,
      }
    );
  }

  private enumeration(source: unknown, where: string): DataType | undefined {
    const values = enumValues(source);
    if (values) return enumType(values);
    this.host.report(
      messages.badEnum(where, 'is empty or holds something else than strings and numbers'),
    );
    return undefined;
  }

  private classType(type: unknown, where: string): DataType | undefined {
    const builtIn = BUILT_IN.get(type);
    if (builtIn) return builtIn;
    if (type === Array || type === Set) {
      this.host.report(messages.itemsLost(where));
      return undefined;
    }
    if (type === Map) {
      this.host.report(messages.valuesLost(where));
      return undefined;
    }
    if (isLost(type)) return this.lost(where, type);
    if (WITHOUT_JSON_FORM.has(type)) {
      this.host.report(messages.unrepresentable(where, (type as { name: string }).name));
      return undefined;
    }
    const read = this.host.readClass(type as DtoClass, where);
    return read && { kind: 'class', type: read, ...PLAIN_TRAITS };
  }

  /** Follows `() => X`; classes and built-in functions have a prototype, arrow functions have none. */
  private resolve(reference: unknown, where: string): unknown {
    if (typeof reference !== 'function') {
      this.lost(where, reference);
      return undefined;
    }
    if (Object.hasOwn(reference, 'prototype') || BUILT_IN.has(reference)) return reference;
    try {
      const type = (reference as () => unknown)();
      if (typeof type === 'function') return type;
    } catch {
      // Reported below: the cause is nearly always a class that does not exist yet.
    }
    this.host.report(messages.typeFunctionFailed(where));
    return undefined;
  }

  private lost(where: string, found: unknown): undefined {
    const what =
      found === Object
        ? 'TypeScript recorded Object, as it does for interfaces, unions, generics and any'
        : found === undefined
          ? 'no type was recorded; an import may be circular, or the compiler does not emit decorator metadata'
          : `found ${typeof found}`;
    this.host.report(messages.typeLost(where, what));
    return undefined;
  }

  private withTraits(bare: DataType, facts: TypeFacts, ownRules: RuleFacts): DataType {
    const { options } = facts;
    const type: DataType =
      bare.kind === 'number' && ownRules.type === 'integer' ? { ...bare, kind: 'integer' } : bare;
    const traits: DataTypeTraits = {
      keywords: this.keywords(type, facts, ownRules),
      nullable: options.nullable === true,
      sensitive: options.sensitive === true || bare.sensitive,
      clamp: options.clamp,
    };
    return { ...type, ...traits };
  }

  private keywords(
    bare: DataType,
    { where, options }: TypeFacts,
    ownRules: RuleFacts,
  ): Readonly<Record<string, unknown>> {
    const allowed = keywordsFor(bare);
    const keywords: Record<string, unknown> = { ...bare.keywords };
    for (const [keyword, value] of Object.entries(ownRules.keywords))
      if (allowed.includes(keyword)) tighten(keywords, keyword, value);
    for (const option of KEYWORD_OPTIONS) {
      const value = options[option];
      if (value === undefined) continue;
      if (!allowed.includes(option))
        this.host.report(messages.keywordDoesNotApply(where, option, describeKind(bare)));
      else {
        const reason = badKeywordReason(option, value, bare);
        if (reason !== undefined) this.host.report(messages.badOption(where, option, reason));
        else tighten(keywords, option, value);
      }
    }
    if (options.description !== undefined) keywords['description'] = options.description;
    return keywords;
  }
}

function isLost(type: unknown): boolean {
  return type === undefined || type === Object || type === null;
}

function isJsonSchema(reference: unknown): reference is JsonSchema {
  return isRecord(reference);
}

/** The type of a scalar; of anything else an instance tells too little. */
function typeOfValue(value: unknown): DataType | undefined {
  if (value instanceof Date) return BUILT_IN.get(Date);
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return { kind: typeof value as 'string' | 'number' | 'boolean', ...PLAIN_TRAITS };
    case 'bigint':
      return BUILT_IN.get(BigInt);
    default:
      return undefined;
  }
}

function enumType(values: readonly (string | number)[]): DataType {
  return { kind: 'enum', values: copyJson(values), ...PLAIN_TRAITS };
}

function keywordsFor(type: DataType): readonly string[] {
  switch (type.kind) {
    case 'string':
      return STRING_KEYWORDS;
    case 'number':
    case 'integer':
      return NUMBER_KEYWORDS;
    case 'array':
    case 'set':
      return ARRAY_KEYWORDS;
    case 'date':
      return type.form === 'epoch' ? NUMBER_KEYWORDS : ['format'];
    default:
      return [];
  }
}

function badKeywordReason(
  option: KeywordOption,
  value: unknown,
  type: DataType,
): string | undefined {
  switch (option) {
    case 'format':
      if (type.kind === 'date' && value !== 'date' && value !== 'date-time')
        return "must be 'date-time' or 'date' for a Date";
      return typeof value === 'string' ? undefined : 'must be a string';
    case 'pattern':
      return typeof value === 'string' ? undefined : 'must be a string, without slashes and flags';
    case 'uniqueItems':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'minimum':
    case 'maximum':
      return Number.isFinite(value) ? undefined : 'must be a finite number';
    default:
      return Number.isSafeInteger(value) && (value as number) >= 0
        ? undefined
        : 'must be a whole number of at least 0';
  }
}

function describeKind(type: DataType): string {
  switch (type.kind) {
    case 'enum':
      return 'an enum';
    case 'json':
      return 'a type that is given as JSON Schema (say it in the schema)';
    case 'class':
      return `the class ${type.type.name}`;
    case 'array':
    case 'integer':
    case 'object':
      return `an ${type.kind}`;
    default:
      return `a ${type.kind}`;
  }
}
