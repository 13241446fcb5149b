import { copyJson, defineOwn } from '../common/json-copy.js';
import { publishClamp, readClamp, releaseClamp } from './clamp-bounds.js';
import type { DataClass, DataProperty, DataType } from './data-type.js';
import { recursiveClasses } from './recursive-classes.js';

/** `published`: with the bounds of clamps. `enforced`: without them. */
export type SchemaView = 'published' | 'enforced';
export type MutableSchema = Record<string, unknown>;

/** More than any model reads; keeps classes that multiply each other from filling the memory. */
const MAX_SCHEMA_OBJECTS = 5_000;

/** Writing out all references made the schema too large. */
export class SchemaTooLargeError extends Error {
  static readonly limit = `${MAX_SCHEMA_OBJECTS} subschemas`;
}

/**
 * JSON Schema 2020-12 of a type that stands at the root of a tool's input or output. Secrets carry the mark `sensitive`, which is
 * not a keyword: whoever publishes the schema takes it out.
 */
export function renderSchema(root: DataType, view: SchemaView): MutableSchema {
  return new SchemaRenderer(view, recursiveClasses(root)).root(root);
}

/**
 * Classes are written out where they are used, because many clients do not follow references. Only a class that contains
 * itself gets a definition.
 */
class SchemaRenderer {
  private readonly names = new Map<DataClass, string>();
  private readonly definitions = new Map<string, MutableSchema>();
  private rendered = 0;

  constructor(
    private readonly view: SchemaView,
    private readonly recursive: ReadonlySet<DataClass>,
  ) {}

  root(type: DataType): MutableSchema {
    const schema = type.kind === 'class' ? this.members(type.type.properties) : this.render(type);
    if (this.definitions.size > 0) schema['$defs'] = Object.fromEntries(this.definitions);
    return schema;
  }

  private render(type: DataType): MutableSchema {
    if (++this.rendered > MAX_SCHEMA_OBJECTS) throw new SchemaTooLargeError();
    const schema = { ...this.bare(type), ...copyJson(type.keywords) };
    const bounds = type.clamp === undefined ? undefined : readClamp(type.clamp);
    if (bounds !== undefined && typeof bounds !== 'string') {
      if (this.view === 'published') publishClamp(schema, bounds);
      else releaseClamp(schema, bounds);
    }
    const complete = type.nullable ? orNull(schema) : schema;
    return type.sensitive ? { ...complete, sensitive: true } : complete;
  }

  private bare(type: DataType): MutableSchema {
    switch (type.kind) {
      case 'enum':
        return { type: enumTypes(type.values), enum: copyJson(type.values) };
      case 'json':
        return copyJson(type.schema) as MutableSchema;
      case 'date':
        return type.form === 'epoch'
          ? { type: 'integer' }
          : { type: 'string', format: 'date-time' };
      case 'bigint':
        // Callers are told the lossless form; a number that is exact is understood as well.
        return {
          type: this.view === 'published' ? 'string' : ['string', 'integer'],
          pattern: '^-?\\d+$',
        };
      case 'bytes':
        return { type: 'string', contentEncoding: 'base64' };
      case 'array':
        return { type: 'array', items: this.render(type.items) };
      case 'set':
        return { type: 'array', items: this.render(type.items), uniqueItems: true };
      case 'map':
      case 'record':
        return { type: 'object', additionalProperties: this.render(type.values) };
      case 'object':
        return this.members(type.properties);
      case 'class':
        return this.recursive.has(type.type)
          ? { $ref: `#/$defs/${this.define(type.type)}` }
          : this.members(type.type.properties);
      default:
        return { type: type.kind };
    }
  }

  private members(properties: readonly DataProperty[]): MutableSchema {
    const members: MutableSchema = {};
    for (const { name, type, default: preset } of properties) {
      const schema = this.render(type);
      if (preset) schema['default'] = copyJson(preset.value);
      defineOwn(members, name, schema);
    }
    const required = properties.filter((property) => property.required).map(({ name }) => name);
    return {
      type: 'object',
      properties: members,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    };
  }

  private define(type: DataClass): string {
    const known = this.names.get(type);
    if (known !== undefined) return known;
    const base = type.name.replaceAll(/[^\w.-]/g, '_') || 'Type';
    let name = base;
    for (let count = 2; this.definitions.has(name); count++) name = `${base}${count}`;
    this.names.set(type, name);
    const definition: MutableSchema = {};
    this.definitions.set(name, definition);
    Object.assign(definition, this.members(type.properties));
    return name;
  }
}

function enumTypes(values: readonly (string | number)[]): string | readonly string[] {
  const types = new Set(
    values.map((value) =>
      typeof value === 'string' ? 'string' : Number.isInteger(value) ? 'integer' : 'number',
    ),
  );
  if (types.has('number')) types.delete('integer');
  return types.size === 1 ? [...types][0] : [...types];
}

/** The same schema, with `null` as a further value. */
function orNull(schema: MutableSchema): MutableSchema {
  const { type } = schema;
  const plain = typeof type === 'string' || Array.isArray(type);
  if (
    !plain ||
    'const' in schema ||
    'not' in schema ||
    'allOf' in schema ||
    'anyOf' in schema ||
    'oneOf' in schema
  )
    return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [...(Array.isArray(type) ? (type as string[]) : [type]), 'null'],
    ...(Array.isArray(schema['enum']) && { enum: [...(schema['enum'] as unknown[]), null] }),
  };
}
