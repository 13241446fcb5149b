import type { JsonObject, JsonValue } from '../common/json.js';
import { isRecord } from '../common/json.js';
import { defineOwn } from '../common/json-copy.js';
import type { DataType } from './data-type.js';

/** Defaults are small; what is deeper refers to itself. */
const MAX_DEPTH = 32;

/**
 * The JSON form of a value that a default names: the opposite of what happens to arguments.
 * @returns undefined when the value has none
 */
export function toJson(type: DataType, value: unknown, depth = 0): JsonValue | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (value === null) return null;
  switch (type.kind) {
    case 'date':
      if (!(value instanceof Date)) return plainJson(value, depth);
      if (Number.isNaN(value.getTime())) return undefined;
      return type.form === 'epoch' ? value.getTime() : dateText(value, type.keywords['format']);
    case 'bigint':
      return typeof value === 'bigint' ? value.toString() : plainJson(value, depth);
    case 'bytes':
      return value instanceof Uint8Array
        ? Buffer.from(value).toString('base64')
        : plainJson(value, depth);
    case 'array':
    case 'set':
      return Array.isArray(value) || value instanceof Set
        ? listToJson([...value], (item) => toJson(type.items, item, depth + 1))
        : undefined;
    case 'map':
    case 'record': {
      const entries =
        value instanceof Map ? [...value] : isRecord(value) ? Object.entries(value) : undefined;
      return (
        entries && objectToJson(entries, (_name, member) => toJson(type.values, member, depth + 1))
      );
    }
    case 'object':
    case 'class': {
      if (!isRecord(value)) return undefined;
      const properties = type.kind === 'class' ? type.type.properties : type.properties;
      const byName = new Map(properties.map((property) => [property.name, property.type]));
      const known = Object.entries(value).filter(([name]) => byName.has(name));
      return objectToJson(known, (name, member) => {
        const memberType = byName.get(name);
        return memberType && toJson(memberType, member, depth + 1);
      });
    }
    default:
      return plainJson(value, depth);
  }
}

/** A copy of a value that is JSON already; undefined for anything else. */
export function plainJson(value: unknown, depth = 0): JsonValue | undefined {
  if (depth > MAX_DEPTH) return undefined;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : undefined;
    case 'object': {
      if (value === null) return null;
      if (Array.isArray(value)) return listToJson(value, (item) => plainJson(item, depth + 1));
      const prototype: unknown = Object.getPrototypeOf(value);
      if (prototype !== Object.prototype && prototype !== null) return undefined;
      return objectToJson(Object.entries(value), (_name, member) => plainJson(member, depth + 1));
    }
    default:
      return undefined;
  }
}

function dateText(date: Date, format: unknown): string {
  const text = date.toISOString();
  return format === 'date' ? text.slice(0, 'yyyy-mm-dd'.length) : text;
}

function listToJson(
  list: readonly unknown[],
  convert: (item: unknown) => JsonValue | undefined,
): JsonValue | undefined {
  const json: JsonValue[] = [];
  for (const item of list) {
    const converted = convert(item);
    if (converted === undefined) return undefined;
    json.push(converted);
  }
  return json;
}

function objectToJson(
  entries: readonly (readonly [unknown, unknown])[],
  convert: (name: string, member: unknown) => JsonValue | undefined,
): JsonObject | undefined {
  const json: Record<string, JsonValue> = {};
  for (const [name, member] of entries) {
    if (member === undefined) continue;
    const converted = typeof name === 'string' ? convert(name, member) : undefined;
    if (converted === undefined) return undefined;
    defineOwn(json, name as string, converted);
  }
  return json;
}
