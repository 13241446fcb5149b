import type { Awaitable } from '../common/awaitable.js';
import { settle } from '../common/awaitable.js';
import type { JsonObject, JsonValue } from '../common/json.js';
import { copyJson, defineOwn } from '../common/json-copy.js';
import { formatPath } from '../common/value-path.js';
import type { PathSegment } from '../common/value-path.js';
import { at } from './argument.messages.js';
import { MAX_ISSUES } from './argument-limits.js';
import type { ClassValidatorSupport, ValidationFailure } from './class-validator.support.js';
import type { DataClass, DataProperty, DataType } from './data-type.js';
import type { ArgumentIssue, BoundArguments } from './tool-input.js';

/** Longest decimal text of a bigint: parsing takes time that grows faster than the text. */
const MAX_BIGINT_DIGITS = 4_096;
/** Canonical base64 with padding (RFC 4648, section 4). */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** What one call collects while its arguments are converted. */
interface Binding {
  readonly path: PathSegment[];
  readonly issues: ArgumentIssue[];
  /** Instances whose validators run when everything is in place. */
  readonly instances: { readonly path: readonly PathSegment[]; readonly instance: object }[];
}

/** Makes what the method receives from one valid JSON value; never keeps a part of it. */
type Conversion = (value: JsonValue, binding: Binding) => unknown;

/**
 * Prepares the conversion of arguments into what a type promises: instances, dates, bigints, maps, sets, bytes. Validators of
 * the instances run at the end, and the result is a promise only if one of them made one.
 *
 * @returns undefined when a plain copy of the arguments is all that is needed
 */
export function compileBinding(
  root: DataType,
  libraries: { readonly classValidator: ClassValidatorSupport | undefined },
): ((args: JsonObject) => Awaitable<BoundArguments>) | undefined {
  const convert = new ConversionCompiler().compile(root, false);
  if (!convert) return undefined;
  return (args) => {
    const binding: Binding = { path: [], issues: [], instances: [] };
    const input = convert(args, binding);
    if (binding.issues.length > 0) return { valid: false, issues: binding.issues };
    if (binding.instances.length === 0) return { valid: true, input };
    const validator = libraries.classValidator;
    if (!validator) return { valid: true, input };
    return settle(validateAll(binding.instances, validator), (issues) =>
      issues.length === 0 ? { valid: true, input } : { valid: false, issues },
    );
  };
}

class ConversionCompiler {
  private readonly classes = new Map<string, Map<DataClass, Conversion>>();

  /** @returns undefined when values need no conversion, only copying */
  compile(type: DataType, validatedByOwner: boolean): Conversion | undefined {
    const convert = this.compileBare(type, validatedByOwner);
    if (!convert || !type.nullable) return convert;
    return (value, binding) => (value === null ? null : convert(value, binding));
  }

  private compileBare(type: DataType, validatedByOwner: boolean): Conversion | undefined {
    switch (type.kind) {
      case 'date':
        return toDate;
      case 'bigint':
        return toBigInt;
      case 'bytes':
        return type.buffer ? toBuffer : toBytes;
      case 'array': {
        const item = this.compile(type.items, validatedByOwner);
        return item && ((value, binding) => convertList(value, item, binding));
      }
      case 'set': {
        const item = this.compile(type.items, validatedByOwner) ?? copyJson;
        return (value, binding) => new Set(convertList(value, item, binding));
      }
      case 'map':
      case 'record':
        return this.compileKeyed(type.kind, this.compile(type.values, validatedByOwner));
      case 'object':
        return this.compileObject(type.properties);
      case 'class':
        return this.compileClass(type.type, validatedByOwner);
      default:
        return undefined;
    }
  }

  private compileKeyed(
    kind: 'map' | 'record',
    convert: Conversion | undefined,
  ): Conversion | undefined {
    if (kind === 'record' && !convert) return undefined;
    const member = convert ?? copyJson;
    return (value, binding) => {
      const entries = Object.entries(value as JsonObject).map(
        ([name, json]) => [name, within(binding, name, () => member(json, binding))] as const,
      );
      if (kind === 'map') return new Map(entries);
      const record: Record<string, unknown> = {};
      for (const [name, converted] of entries) defineOwn(record, name, converted);
      return record;
    };
  }

  private compileObject(properties: readonly DataProperty[]): Conversion | undefined {
    const members = properties.map(({ name, type }) => ({
      name,
      convert: this.compile(type, false),
    }));
    if (members.every(({ convert }) => !convert)) return undefined;
    return (value, binding) => {
      const source = value as JsonObject;
      const target: Record<string, unknown> = {};
      for (const { name, convert } of members)
        if (Object.hasOwn(source, name))
          target[name] = convert
            ? within(binding, name, () => convert(source[name], binding))
            : copyJson(source[name]);
      return target;
    };
  }

  /** A class may contain itself, so its conversion must exist before its members are compiled. */
  private compileClass(type: DataClass, validatedByOwner: boolean): Conversion {
    const kind = validatedByOwner ? 'validated by owner' : 'on its own';
    const known = this.classes.get(kind) ?? new Map<DataClass, Conversion>();
    this.classes.set(kind, known);
    const existing = known.get(type);
    if (existing) return existing;
    const members: (DataProperty & { readonly convert: Conversion })[] = [];
    const validates = type.validated && !validatedByOwner;
    const convert: Conversion = (value, binding) => {
      const source = value as JsonObject;
      const instance = type.create() as Record<string, unknown>;
      for (const member of members)
        if (Object.hasOwn(source, member.name))
          instance[member.name] = within(binding, member.name, () =>
            transformed(member, member.convert(source[member.name], binding), source, binding),
          );
      if (validates) binding.instances.push({ path: [...binding.path], instance });
      return instance;
    };
    known.set(type, convert);
    for (const property of type.properties)
      members.push({
        ...property,
        // Under an owner without validators nobody validates what is nested, whatever is decorated.
        convert:
          this.compile(property.type, type.validated && property.validatedByOwner) ?? copyJson,
      });
    return convert;
  }
}

function transformed(
  { transform }: DataProperty,
  value: unknown,
  source: JsonObject,
  binding: Binding,
): unknown {
  if (!transform) return value;
  try {
    return transform(value, copyJson(source));
  } catch {
    // The text of the error may contain the value.
    return refuse(binding, 'transform', 'This value could not be converted');
  }
}

function convertList(value: JsonValue, item: Conversion, binding: Binding): unknown[] {
  return (value as readonly JsonValue[]).map((element, index) =>
    within(binding, index, () => item(element, binding)),
  );
}

function toDate(value: JsonValue, binding: Binding): Date {
  const date = new Date(value as string | number);
  if (Number.isNaN(date.getTime())) refuse(binding, 'format', 'Expected a date that exists');
  return date;
}

function toBigInt(value: JsonValue, binding: Binding): bigint | undefined {
  if (typeof value === 'string' && value.length > MAX_BIGINT_DIGITS)
    return refuse(
      binding,
      'maxLength',
      `Expected an integer of at most ${MAX_BIGINT_DIGITS} digits`,
    );
  return BigInt(value as string | number);
}

function toBuffer(value: JsonValue, binding: Binding): Buffer | undefined {
  return BASE64.test(value as string)
    ? Buffer.from(value as string, 'base64')
    : refuse(binding, 'contentEncoding', 'Expected base64, padded with "="');
}

function toBytes(value: JsonValue, binding: Binding): Uint8Array | undefined {
  const buffer = toBuffer(value, binding);
  // A copy, because small buffers share one pool.
  return buffer && Uint8Array.from(buffer);
}

function within<T>(binding: Binding, segment: PathSegment, convert: () => T): T {
  binding.path.push(segment);
  const converted = convert();
  binding.path.pop();
  return converted;
}

function refuse(binding: Binding, rule: string, text: string): undefined {
  const path = formatPath(binding.path);
  if (binding.issues.length < MAX_ISSUES)
    binding.issues.push({ path, rule, message: at(path, text) });
  return undefined;
}

function validateAll(
  instances: Binding['instances'],
  validator: ClassValidatorSupport,
): Awaitable<readonly ArgumentIssue[]> {
  const issues: ArgumentIssue[] = [];
  const next = (index: number): Awaitable<readonly ArgumentIssue[]> => {
    if (index === instances.length || issues.length >= MAX_ISSUES) return issues;
    const { path, instance } = instances[index];
    return settle(validator.check(instance), (failures) => {
      for (const failure of failures)
        if (issues.length < MAX_ISSUES) issues.push(toIssue(path, failure));
      return next(index + 1);
    });
  };
  return next(0);
}

function toIssue(
  owner: readonly PathSegment[],
  { path, rule, message }: ValidationFailure,
): ArgumentIssue {
  const place = formatPath([...owner, ...path]);
  return { path: place, rule, message: at(place, message ?? `Value does not satisfy "${rule}"`) };
}
