import { formatPath, type PathSegment } from '../common/value-path.js';
import * as messages from './argument.messages.js';
import { MAX_ISSUES } from './argument-limits.js';
import type { ArgumentLimits } from './argument-limits.js';
import type { ArgumentIssue } from './tool-input.js';

/** Outcome of {@link snapshotArguments}. */
export type ArgumentSnapshot =
  | {
      readonly ok: true;
      /** An own tree of plain objects and arrays; nobody else holds a part of it. */
      readonly value: Record<string, unknown>;
      /** `['']` when the whole argument object had been sent as JSON text, else empty. */
      readonly repaired: readonly string[];
    }
  | { readonly ok: false; readonly issues: readonly ArgumentIssue[] };

/** Outcome of {@link snapshotJson}. */
export type JsonSnapshot =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** How many values the tree has, its root included. */
      readonly nodes: number;
    }
  | { readonly ok: false; readonly issues: readonly ArgumentIssue[] };

const NOTHING: readonly string[] = Object.freeze([]);
const ROOT: readonly string[] = Object.freeze(['']);
/** Keys through which an object can be made to change a prototype further down the road. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The one copy a call makes of what its caller passed: from here on the arguments are plain JSON data of bounded size that
 * nobody outside can change. Never throws.
 *
 * `undefined` is an empty object. Members that are `undefined` are left out and holes in arrays are `null`, as JSON has it;
 * a `bigint` becomes its decimal text, a `Date` its ISO 8601 text, `-0` becomes `0`. Instances of the host's own classes give
 * their own enumerable properties. Everything else without a JSON form is an issue, and so are the keys `__proto__`,
 * `constructor` and `prototype`, integers that a JSON number cannot carry exactly, and anything over the limits.
 *
 * @param raw what the caller passed, from inside the process or parsed from the network
 * @param options `repair`: take the JSON text of an object for the object
 */
export function snapshotArguments(
  raw: unknown,
  limits: ArgumentLimits,
  options: { readonly repair?: boolean } = {},
): ArgumentSnapshot {
  if (raw === undefined) return { ok: true, value: {}, repaired: NOTHING };
  let source = raw;
  let repaired = NOTHING;
  if (typeof raw === 'string' && options.repair === true) {
    const parsed = parseObject(raw);
    if (parsed !== undefined) {
      source = parsed;
      repaired = ROOT;
    }
  }
  const copied = snapshotJson(source, limits);
  if (!copied.ok) return copied;
  const { value } = copied;
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? { ok: true, value: value as Record<string, unknown>, repaired }
    : {
        ok: false,
        issues: [{ path: '', rule: 'type', message: messages.expected(['object'], source) }],
      };
}

/** The same copy for a value of any JSON type. Never throws. */
export function snapshotJson(raw: unknown, limits: ArgumentLimits): JsonSnapshot {
  const copier = new Copier(limits);
  const value = copier.run(raw);
  return copier.issues === undefined
    ? { ok: true, value, nodes: copier.nodes }
    : { ok: false, issues: copier.issues };
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Thrown inside a {@link Copier} to stop at once; never leaves it. */
const STOP = Symbol('stop');

/** One walk over an untrusted value. Recursion is safe: it ends at `maxDepth`. */
class Copier {
  nodes = 0;
  issues: ArgumentIssue[] | undefined;
  /** Where the walk is: the first {@link depth} entries. Written in place because a path is needed only for an issue. */
  private readonly path: PathSegment[] = [];
  private depth = 0;

  constructor(private readonly limits: ArgumentLimits) {}

  run(raw: unknown): unknown {
    try {
      this.count(1);
      return this.copy(raw);
    } catch (thrown) {
      if (thrown !== STOP) this.report('unreadable', messages.unreadable());
      return undefined;
    }
  }

  private copy(value: unknown): unknown {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        return this.number(value);
      case 'object':
        return value === null ? null : this.container(value);
      case 'bigint':
        return value.toString();
      case 'undefined':
        return null;
      default:
        return this.refuse('json', messages.notJson(`a ${typeof value}`));
    }
  }

  private number(value: number): unknown {
    if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
    if (!Number.isFinite(value)) return this.refuse('finite', messages.notFinite());
    return Number.isInteger(value) ? this.refuse('precision', messages.unsafeInteger()) : value;
  }

  private container(source: object): unknown {
    if (Array.isArray(source)) return this.array(source);
    const prototype: unknown = Object.getPrototypeOf(source);
    if (prototype === Object.prototype || prototype === null) return this.object(source);
    return this.instance(source);
  }

  private object(source: object): Record<string, unknown> {
    const keys = Object.keys(source);
    const base = this.enter(keys.length);
    const copy: Record<string, unknown> = {};
    for (const key of keys) {
      this.path[base] = key;
      this.depth = base + 1;
      if (FORBIDDEN_KEYS.has(key)) this.refuse('key', messages.forbiddenKey(key));
      else {
        const member = (source as Record<string, unknown>)[key];
        if (typeof member === 'string') copy[key] = member;
        else if (member !== undefined) copy[key] = this.copy(member);
      }
    }
    this.depth = base;
    return copy;
  }

  private array(source: readonly unknown[]): unknown[] {
    const { length } = source;
    const base = this.enter(length);
    const copy: unknown[] = [];
    for (let index = 0; index < length; index++) {
      this.path[base] = index;
      this.depth = base + 1;
      copy.push(this.copy(source[index]));
    }
    this.depth = base;
    return copy;
  }

  private instance(source: object): unknown {
    const tag = Object.prototype.toString.call(source).slice('[object '.length, -1);
    if (tag === 'Date') return this.date(source);
    if (tag !== 'Object')
      return this.refuse('json', messages.notJson(`an instance of ${tag.slice(0, 40)}`));
    return typeof (source as { toJSON?: unknown }).toJSON === 'function'
      ? this.refuse('json', messages.notJson('an object with a JSON form of its own'))
      : this.object(source);
  }

  private date(source: object): unknown {
    // The tag can be forged; only a real Date has a time value.
    const time = Date.prototype.getTime.call(source);
    return Number.isNaN(time)
      ? this.refuse('date', messages.invalidDate())
      : new Date(time).toISOString();
  }

  /** Opens a container at the current place. @returns the depth of its members' segments */
  private enter(members: number): number {
    if (this.depth >= this.limits.maxDepth)
      this.stop('depth', messages.tooDeep(this.limits.maxDepth));
    this.count(members);
    return this.depth;
  }

  private count(values: number): void {
    this.nodes += values;
    if (this.nodes > this.limits.maxNodes)
      this.stop('nodes', messages.tooManyValues(this.limits.maxNodes));
  }

  private refuse(rule: string, text: string): undefined {
    this.report(rule, text);
    if (this.issues !== undefined && this.issues.length >= MAX_ISSUES) throw STOP;
    return undefined;
  }

  private stop(rule: string, text: string): never {
    this.report(rule, text);
    throw STOP;
  }

  private report(rule: string, text: string): void {
    const path = formatPath(this.path.slice(0, this.depth));
    (this.issues ??= []).push({ path, rule, message: messages.at(path, text) });
  }
}
