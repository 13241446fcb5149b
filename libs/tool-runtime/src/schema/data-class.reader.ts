import type { JsonSchema } from '../common/json.js';
import { unusableNameReason } from '../declaration/argument-names.js';
import type { ToolParamOptions } from '../declaration/tool-options.js';
import { readToolProperties } from '../declaration/tool-property.decorator.js';
import type { TransformerProperty } from './class-transformer.support.js';
import type { ClassValidatorSupport, ValidationRule } from './class-validator.support.js';
import type { ClassTransformerSupport } from './class-transformer.support.js';
import type { DataClass, DataProperty, DataType, DtoClass } from './data-type.js';
import { DataTypeReader } from './data-type.reader.js';
import type { TypeReaderHost } from './data-type.reader.js';
import { normaliseSchema } from './json-schema.source.js';
import type { NormalisedSchema } from './json-schema.source.js';
import { presenceOf } from './property-default.js';
import type { Initialisers } from './property-default.js';
import * as messages from './schema.messages.js';
import { compileProblems } from './schema-checks.js';
import { closeNested } from './schema-closing.js';
import type { SchemaValidator } from './schema-validator.js';

/** What reading a declaration needs besides the declaration. */
export interface SchemaServices {
  readonly validator: SchemaValidator;
  readonly classValidator: ClassValidatorSupport | undefined;
  readonly classTransformer: ClassTransformerSupport | undefined;
}

/** Reads DTO classes and all they refer to, each once. */
export class DataClassReader implements TypeReaderHost {
  /** Reads single types; classes in them come back here. */
  readonly types = new DataTypeReader(this);
  private readonly known = new Map<DtoClass, DataClass | undefined>();

  constructor(
    /** Begins every place: `Class.method`. */
    private readonly label: string,
    private readonly services: SchemaServices,
    readonly report: (problem: string) => void,
  ) {}

  readClass(type: DtoClass, where: string): DataClass | undefined {
    if (this.known.has(type)) return this.known.get(type);
    const names = this.propertyNames(type);
    if (names.length === 0) {
      this.report(messages.emptyClass(where, type.name));
      this.known.set(type, undefined);
      return undefined;
    }
    const initialisers = probe(type);
    const read: DataClass = {
      name: type.name,
      validated: (this.services.classValidator?.rulesOf(type).length ?? 0) > 0,
      create: initialisers
        ? () => new type()
        : // A constructor that needs arguments is not run; its prototype is what the method may rely on.
          () => Object.create(type.prototype as object) as object,
      properties: [],
    };
    this.known.set(type, read);
    read.properties = names
      .map((name) => this.readProperty(type, name, initialisers))
      .filter((property) => property !== undefined);
    return read;
  }

  readSchema(schema: JsonSchema, where: string): NormalisedSchema | undefined {
    const read = normaliseSchema(schema, where, { author: 'user', closed: false }, this.report);
    if (!read) return undefined;
    closeNested(read.schema);
    const problems = compileProblems(read.schema, where, this.services.validator);
    if (JSON.stringify(read.schema).includes('"$ref"'))
      this.report(messages.nestedRecursion(where));
    else problems.forEach(this.report);
    return read;
  }

  /** In the order of declaration; what only a library knows of follows. */
  private propertyNames(type: DtoClass): readonly string[] {
    const names = new Set([
      ...readToolProperties(type.prototype as object).keys(),
      ...(this.services.classValidator?.rulesOf(type) ?? []).map(({ property }) => property),
      ...(this.services.classTransformer?.propertiesOf(type) ?? []),
    ]);
    return [...names].filter(
      (name) => this.services.classTransformer?.isExcluded(type, name) !== true,
    );
  }

  private readProperty(
    type: DtoClass,
    name: string,
    initialisers: Initialisers | undefined,
  ): DataProperty | undefined {
    const where = `${this.label}, ${type.name}.${name}`;
    const reason = unusableNameReason(name, false);
    if (reason !== undefined) {
      this.report(messages.badPropertyName(where, reason));
      return undefined;
    }
    const prototype = type.prototype as object;
    const options: ToolParamOptions = readToolProperties(prototype).get(name) ?? {};
    const rules: readonly ValidationRule[] = (
      this.services.classValidator?.rulesOf(type) ?? []
    ).filter(({ property }) => property === name);
    const transformer = this.transformer(type, name, where);
    const dataType: DataType | undefined = this.types.read({
      where,
      options,
      designType: Reflect.getMetadata('design:type', prototype, name),
      namedType: transformer?.type,
      rules,
      initialValue:
        initialisers && Object.hasOwn(initialisers.first, name)
          ? initialisers.first[name]
          : undefined,
    });
    if (!dataType) return undefined;
    const optional = rules.some(({ kind }) => kind === 'optional' || kind === 'conditional');
    const transform = transformer?.transform;
    return {
      name,
      type: dataType,
      ...presenceOf({ where, name, type: dataType, options, optional }, initialisers, this.report),
      validatedByOwner: rules.some(({ kind }) => kind === 'nested'),
      transform: transform && ((value, source) => transform(value, name, source)),
    };
  }

  private transformer(
    type: DtoClass,
    name: string,
    where: string,
  ): TransformerProperty | undefined {
    try {
      const property = this.services.classTransformer?.describe(type, name);
      if (property?.polymorphic) this.report(messages.polymorphic(where));
      if (property?.exposedAs !== undefined && property.exposedAs !== name)
        this.report(messages.renamed(where, property.exposedAs));
      return property;
    } catch {
      this.report(messages.typeFunctionFailed(where));
      return undefined;
    }
  }
}

/** @returns undefined when the class cannot be made without arguments */
function probe(type: DtoClass): Initialisers | undefined {
  try {
    return {
      first: new type() as Record<string, unknown>,
      second: new type() as Record<string, unknown>,
    };
  } catch {
    return undefined;
  }
}
