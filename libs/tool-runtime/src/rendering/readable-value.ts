import { types } from 'node:util';

/** What is left of any value once it is to be read by a person: text, numbers and two containers, all of bounded size. */
export type ReadableValue = string | number | boolean | null | ReadableList | ReadableRecord;

export interface ReadableList {
  readonly items: readonly ReadableValue[];
  /** How many items there are beside these. */
  readonly more: number;
}

export interface ReadableRecord {
  readonly members: ReadonlyMap<string, ReadableValue>;
  /** How many members there are beside these. */
  readonly more: number;
}

/** How much of a value is looked at. */
export interface ReadingLimits {
  /** Items of a list and members of an object. */
  readonly maxItems: number;
  /** Members whose value nobody is shown. */
  readonly withheld: ReadonlySet<string>;
}

const DEEPEST = 6;
/** Values in all. */
const MOST = 5_000;
const LONGEST_KEY = 200;

export const isReadableList = (value: ReadableValue | undefined): value is ReadableList =>
  typeof value === 'object' && value !== null && 'items' in value;

export const isReadableRecord = (value: ReadableValue | undefined): value is ReadableRecord =>
  typeof value === 'object' && value !== null && 'members' in value;

/** The readable part of whatever a tool returned. Never throws: what cannot be read says so. */
export function readableValue(value: unknown, limits: ReadingLimits): ReadableValue {
  return new Reader(limits).read(value);
}

class Reader {
  private left = MOST;
  private readonly around: object[] = [];

  constructor(private readonly limits: ReadingLimits) {}

  read(value: unknown): ReadableValue {
    this.left--;
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        return Number.isFinite(value) ? value : String(value);
      case 'undefined':
        return null;
      case 'object':
        return value === null ? null : this.container(value);
      case 'function':
        return '[function]';
      default:
        return String(value);
    }
  }

  private container(source: object): ReadableValue {
    if (this.around.includes(source)) return '[circular]';
    if (this.around.length >= DEEPEST || this.left <= 0) return '…';
    this.around.push(source);
    try {
      return this.structure(source);
    } catch {
      // A getter, a proxy or a `toJSON` threw.
      return '[unreadable]';
    } finally {
      this.around.pop();
    }
  }

  private structure(source: object): ReadableValue {
    if (Array.isArray(source)) return this.list(source, source.length);
    if (types.isDate(source))
      return Number.isNaN(source.getTime()) ? 'Invalid Date' : source.toISOString();
    if (types.isBoxedPrimitive(source)) return this.read(source.valueOf());
    if (ArrayBuffer.isView(source) || types.isAnyArrayBuffer(source))
      return `[${source.byteLength} bytes]`;
    if (types.isMap(source)) return this.record(source, source.size);
    if (types.isSet(source)) return this.list(source, source.size);
    if (source instanceof Error) return `${source.name}: ${source.message}`;
    const { toJSON } = source as { toJSON?: unknown };
    if (typeof toJSON === 'function') return this.represented(source, toJSON as () => unknown);
    return this.properties(source);
  }

  private represented(source: object, toJSON: () => unknown): ReadableValue {
    const form = Reflect.apply(toJSON, source, ['']);
    return form === source ? this.properties(source) : this.read(form);
  }

  private list(source: Iterable<unknown>, size: number): ReadableList {
    const items: ReadableValue[] = [];
    for (const item of source) {
      if (items.length >= this.limits.maxItems || this.left <= 0) break;
      items.push(this.read(item));
    }
    return { items, more: rest(size, items.length) };
  }

  private properties(source: object): ReadableRecord {
    const names = Object.keys(source);
    return this.record(membersOf(source, names), names.length);
  }

  private record(entries: Iterable<readonly [unknown, unknown]>, size: number): ReadableRecord {
    const members = new Map<string, ReadableValue>();
    let seen = 0;
    for (const [key, value] of entries) {
      if (seen >= this.limits.maxItems || this.left <= 0) break;
      seen++;
      const name = typeof key === 'object' && key !== null ? '[object]' : String(key);
      if (this.limits.withheld.has(name)) continue;
      members.set(name.slice(0, LONGEST_KEY), this.read(value));
    }
    return { members, more: rest(size, seen) };
  }
}

/** Read one at a time: a getter that throws spoils only its own member. */
function* membersOf(
  source: object,
  names: readonly string[],
): Generator<readonly [string, unknown]> {
  for (const name of names) {
    let value: unknown;
    try {
      value = (source as Record<string, unknown>)[name];
    } catch {
      value = '[unreadable]';
    }
    yield [name, value];
  }
}

/** A proxy may claim any size, even none. */
const rest = (size: number, seen: number) => (size > seen ? size - seen : 0);
