import { types } from 'node:util';
import type { JsonValue } from '../common/json.js';
import { defineOwn } from '../common/json-copy.js';
import { formatPath, type PathSegment } from '../common/value-path.js';
import * as messages from './result.messages.js';

/** How large a result may be. */
export interface ResultLimits {
  /** Deepest nesting of objects and arrays, the outermost being the first level. */
  readonly maxDepth: number;
  /** Largest JSON text, bytes of UTF-8. */
  readonly maxBytes: number;
}

/** Outcome of {@link normalizeResult}. */
export type NormalizedResult =
  | {
      readonly ok: true;
      /** An own, deeply frozen JSON tree. */
      readonly data: JsonValue;
      /** Its JSON text. */
      readonly json: string;
      /** Length of {@link json}, bytes of UTF-8. */
      readonly bytes: number;
    }
  | {
      readonly ok: false;
      /** Where: `orders[3].total`; the empty string is the result itself. */
      readonly path: string;
      /** What is there and what to return instead; never the value. */
      readonly reason: string;
      /** What a getter or `toJSON` threw: for the server's log only. */
      readonly cause?: unknown;
    };

/**
 * Turns whatever a tool returned into JSON, once. Never throws, and never holds much more than `maxBytes` of it in memory.
 *
 * | returned | becomes |
 * |---|---|
 * | `undefined` | `null`; left out where it is a member of an object |
 * | `Date` | ISO 8601 text |
 * | `bigint` | decimal text |
 * | `Map` | object; keys that are not objects or symbols are turned into text |
 * | `Set` | array |
 * | `Error` | `{ name, message }` |
 * | `String`, `Number`, `Boolean` objects | their value |
 * | a hole in an array | `null` |
 * | object with `toJSON` | what it returns |
 * | other object | its own enumerable properties with text names |
 *
 * A failure is: a number that is not finite, an invalid `Date`, a function, symbol, promise, stream, iterator, `Buffer` or other
 * binary, `RegExp` or weak collection, a cycle, a getter or `toJSON` that throws, and anything over the limits.
 */
export function normalizeResult(data: unknown, limits: ResultLimits): NormalizedResult {
  const normalizer = new Normalizer(limits);
  let json: string;
  let normalized: JsonValue;
  try {
    normalized = normalizer.value(data) ?? null;
    json = JSON.stringify(normalized);
  } catch (thrown) {
    if (thrown instanceof Refusal)
      return { ok: false, path: normalizer.place(), reason: thrown.reason };
    return {
      ok: false,
      path: normalizer.place(),
      reason: messages.unreadable(),
      cause: thrown,
    };
  }
  const bytes = Buffer.byteLength(json);
  return bytes > limits.maxBytes
    ? { ok: false, path: '', reason: messages.tooLarge(bytes, limits.maxBytes, 'exact') }
    : { ok: true, data: normalized, json, bytes };
}

type JsonForm = (key: string) => unknown;

/** Ends a walk with a reason; never leaves this file. */
class Refusal {
  constructor(readonly reason: string) {}
}

/** One walk over one result. Recursion is safe: it ends at `maxDepth`. */
class Normalizer {
  /** A lower bound of the bytes of JSON text so far: counting characters is exact for ASCII and never too much. */
  private atLeast = 0;
  /** Where the walk is: the first {@link depth} entries. Written in place because a path is needed only for a failure. */
  private readonly path: PathSegment[] = [];
  /** The containers around the place, outermost first. */
  private readonly around: object[] = [];
  private depth = 0;

  constructor(private readonly limits: ResultLimits) {}

  place(): string {
    return formatPath(this.path.slice(0, this.depth));
  }

  /** @returns undefined only for `undefined` */
  value(value: unknown): JsonValue | undefined {
    switch (typeof value) {
      case 'string':
        this.grow(value.length + 2);
        return value;
      case 'number':
        if (!Number.isFinite(value)) throw new Refusal(messages.notFinite());
        this.grow(1);
        return value === 0 ? 0 : value;
      case 'boolean':
        this.grow(4);
        return value;
      case 'undefined':
        return undefined;
      case 'bigint':
        return this.value(value.toString());
      case 'object':
        if (value !== null) return this.container(value);
        this.grow(4);
        return null;
      default:
        throw new Refusal(messages.noJsonForm(`a ${typeof value}`));
    }
  }

  private container(source: object): JsonValue | undefined {
    if (this.around.includes(source)) throw new Refusal(messages.cycle());
    this.around.push(source);
    const copy = Array.isArray(source) ? this.array(source) : this.object(source);
    this.around.pop();
    return copy;
  }

  private object(source: object): JsonValue | undefined {
    const prototype: unknown = Object.getPrototypeOf(source);
    const isPlain = prototype === Object.prototype || prototype === null;
    const { toJSON } = source as { toJSON?: unknown };
    if (isPlain && typeof toJSON !== 'function') return this.plain(source);
    const scalar = this.scalar(source);
    if (scalar !== undefined) return scalar;
    return typeof toJSON === 'function'
      ? this.represented(source, toJSON as JsonForm)
      : this.structure(source);
  }

  /** What `toJSON` returns is taken as it is: like `JSON.stringify`, it is not asked for its JSON form again. */
  private represented(source: object, toJSON: JsonForm): JsonValue | undefined {
    const key = this.depth === 0 ? '' : String(this.path[this.depth - 1]);
    const form = Reflect.apply(toJSON, source, [key]);
    if (form === null || typeof form !== 'object') return this.value(form);
    if (form !== source && this.around.includes(form)) throw new Refusal(messages.cycle());
    return Array.isArray(form) ? this.array(form) : (this.scalar(form) ?? this.structure(form));
  }

  /** Objects that stand for one value; undefined for every other object. */
  private scalar(source: object): JsonValue | undefined {
    if (types.isDate(source)) return this.date(source);
    if (types.isBoxedPrimitive(source)) return this.value(source.valueOf());
    if (source instanceof Error) return this.error(source);
    if (ArrayBuffer.isView(source) || types.isAnyArrayBuffer(source) || source instanceof Blob)
      throw new Refusal(messages.binary());
    return undefined;
  }

  private structure(source: object): JsonValue {
    if (types.isMap(source)) return this.map(source);
    if (types.isSet(source)) return this.array([...Set.prototype.values.call(source)]);
    const refusal = refusalOf(source);
    if (refusal !== undefined) throw new Refusal(refusal);
    return this.properties(source);
  }

  private plain(source: object): JsonValue {
    if (Symbol.asyncIterator in source) throw new Refusal(messages.stream());
    if (Symbol.iterator in source) throw new Refusal(messages.iterator());
    return this.properties(source);
  }

  private array(source: readonly unknown[]): JsonValue {
    const base = this.enter();
    const { length } = source;
    // The commas alone end the walk over a sparse array of absurd length.
    this.grow(Math.max(0, length - 1));
    const copy: JsonValue[] = [];
    for (let index = 0; index < length; index++) {
      this.path[base] = index;
      this.depth = base + 1;
      copy.push(this.value(source[index]) ?? null);
    }
    this.depth = base;
    return Object.freeze(copy);
  }

  private properties(source: object): JsonValue {
    const base = this.enter();
    const copy: Record<string, JsonValue> = {};
    for (const key of Object.keys(source)) {
      this.path[base] = key;
      this.depth = base + 1;
      this.member(copy, key, (source as Record<string, unknown>)[key]);
    }
    this.depth = base;
    return Object.freeze(copy);
  }

  private member(copy: Record<string, JsonValue>, key: string, value: unknown): void {
    const json = this.value(value);
    if (json === undefined) return;
    this.grow(key.length + 3);
    defineOwn(copy, key, json);
  }

  private date(source: Date): JsonValue | undefined {
    const time = Date.prototype.getTime.call(source);
    if (Number.isNaN(time)) throw new Refusal(messages.invalidDate());
    return this.value(new Date(time).toISOString());
  }

  /** Only what an error says: its other members are where clients of other services keep their credentials. */
  private error(source: Error): JsonValue | undefined {
    return this.properties({ name: source.name, message: source.message });
  }

  private map(source: ReadonlyMap<unknown, unknown>): JsonValue {
    const base = this.enter();
    const copy: Record<string, JsonValue> = {};
    for (const [key, value] of Map.prototype.entries.call(source)) {
      if (
        typeof key === 'symbol' ||
        typeof key === 'function' ||
        (typeof key === 'object' && key !== null)
      )
        throw new Refusal(messages.mapKey());
      const name = String(key);
      this.path[base] = name;
      this.depth = base + 1;
      if (Object.hasOwn(copy, name)) throw new Refusal(messages.mapKeysCollide());
      this.member(copy, name, value);
    }
    this.depth = base;
    return Object.freeze(copy);
  }

  /** Opens an object or array at the current place. @returns the depth of its members' segments */
  private enter(): number {
    if (this.depth >= this.limits.maxDepth)
      throw new Refusal(messages.tooDeep(this.limits.maxDepth));
    this.grow(2);
    return this.depth;
  }

  private grow(bytes: number): void {
    this.atLeast += bytes;
    if (this.atLeast <= this.limits.maxBytes) return;
    this.depth = 0;
    throw new Refusal(messages.tooLarge(this.atLeast, this.limits.maxBytes, 'at least'));
  }
}

/** Why an object without a JSON form of its own cannot be written as its properties. */
function refusalOf(source: object): string | undefined {
  const { then, pipe, getReader } = source as Record<string, unknown>;
  if (typeof then === 'function') return messages.promise();
  if (
    typeof pipe === 'function' ||
    typeof getReader === 'function' ||
    Symbol.asyncIterator in source
  )
    return messages.stream();
  if (Symbol.iterator in source) return messages.iterator();
  if (types.isRegExp(source)) return messages.noJsonForm('a RegExp');
  if (types.isWeakMap(source) || types.isWeakSet(source))
    return messages.noJsonForm('a weak collection');
  return undefined;
}
