import { types } from 'node:util';
import { isError, readMember } from './error-view.js';

/** Members of a collection that are listed before it is walked; the room is used up long before. */
const MAX_LISTED = 10_000;

/** The named values of an object, read one at a time because reading may throw. */
export interface Members {
  readonly names: readonly string[];
  /** How many there are, of which `names` lists the first. */
  readonly size: number;
  readonly read: (name: string, index?: number) => unknown;
}

/** The members of an object, an error or a map; what makes an error readable is listed although it cannot be enumerated. */
export function membersOf(value: object): Members {
  if (types.isMap(value)) return membersOfMap(value);
  const own = Object.keys(value);
  const names = isError(value) ? [...new Set(['name', 'message', 'cause', 'errors', ...own])] : own;
  return { names, size: names.length, read: (name) => readMember(value, name) };
}

function membersOfMap(map: ReadonlyMap<unknown, unknown>): Members {
  const entries = firstOf(map);
  const names = entries.map(([key]) =>
    typeof key === 'object' && key !== null ? '[object]' : String(key),
  );
  return {
    names,
    size: map.size,
    read: (name, index) => (index === undefined ? map.get(name) : entries[index][1]),
  };
}

/** The first items of a collection, without copying a huge one as a whole. */
export function firstOf<T>(source: Iterable<T>): T[] {
  const items: T[] = [];
  for (const item of source) {
    if (items.length >= MAX_LISTED) break;
    items.push(item);
  }
  return items;
}

/** The text that stands for an object whose members say nothing, or say its bytes. */
export function opaqueText(value: object): string | undefined {
  if (Array.isArray(value)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return serialisedBuffer(value);
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value))
    return `[${Buffer.isBuffer(value) ? 'Buffer' : 'Bytes'} ${value.byteLength} bytes]`;
  if (types.isDate(value))
    return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (types.isRegExp(value) || value instanceof URL || value instanceof URLSearchParams)
    return String(value);
  if (types.isBoxedPrimitive(value)) return String(value.valueOf());
  return types.isPromise(value) ? '[Promise]' : serialisedBuffer(value);
}

/** What `Buffer.toJSON` makes: a list of bytes would spell a secret out in numbers. */
function serialisedBuffer(value: object): string | undefined {
  if (readMember(value, 'type') !== 'Buffer') return undefined;
  const data = readMember(value, 'data');
  return Array.isArray(data) ? `[Buffer ${data.length} bytes]` : undefined;
}
