import { types } from 'node:util';
import type { JsonValue } from '../common/json.js';
import { fitText, jsonStringBytes, windowOf } from './bounded-text.js';
import { UNREADABLE } from './error-view.js';
import type { Members } from './readable-value.js';
import { firstOf, membersOf, opaqueText } from './readable-value.js';
import { REDACTED, UNREDACTABLE } from './redaction-markers.js';
import type { SensitiveKeys } from './sensitive-keys.js';
import type { SensitivePaths } from './sensitive-paths.js';
import { belowElement, belowProperty, endsHere, NO_PATHS } from './sensitive-paths.js';

const MAX_DEPTH = 32;
/** Room that any scalar, marker or cut string fits into, bytes. */
const SCALAR_BYTES = 32;
/** Room kept in every open container for saying how much is missing, bytes. */
const REST_BYTES = 36;
const MAX_KEY_BYTES = 128;
/** Longest string that is parsed to look for JSON inside, characters. */
const MAX_JSON_TEXT = 32_768;
/** Characters one redaction looks at before strings are only counted: what makes hostile input cheap. */
const MAX_WORK = 131_072;

const PLAIN_NAME = /^[\w.-]{0,14}$/;
const VALUE_NAMES: ReadonlySet<string> = new Set(['value', 'values', 'val', 'content']);
const LABEL_NAMES: readonly string[] = ['name', 'key', 'header', 'field', 'label'];
const HEADER_LIKE = /^-|^[A-Za-z]+(?:-[A-Za-z0-9]+)+$|^(?:authorization|cookie)$/i;
const JSON_START = /^\s*[{[]/;

/** What a redaction needs to know of its surroundings. */
export interface RedactionRules {
  readonly keys: SensitiveKeys;
  /** Redacts the secrets inside one text. */
  readonly text: (text: string) => string;
}

/** Work shared by a redaction and those of the JSON texts inside it. */
interface Effort {
  characters: number;
}

/**
 * One walk through a value, which copies what may be shown until its room is used up. Nothing of the value is called except getters and
 * the traps of proxies; both may throw.
 */
export class TreeRedaction {
  /** Something was hidden or left out. */
  changed = false;
  private readonly ancestors: object[] = [];

  constructor(
    private readonly rules: RedactionRules,
    /** JSON bytes left, at least {@link SCALAR_BYTES}. */
    private room: number,
    private readonly effort: Effort = { characters: MAX_WORK },
    private readonly depthSoFar = 0,
  ) {}

  /** A copy whose JSON text is no longer than the room. */
  visit(value: unknown, paths: SensitivePaths = NO_PATHS): JsonValue {
    try {
      if (paths.length > 0 && endsHere(paths)) return this.hide();
      return this.visitReadable(value, paths);
    } catch {
      // Never what was being read: a value that resists being read may be anything.
      this.changed = true;
      return this.scalar(UNREDACTABLE);
    }
  }

  private visitReadable(value: unknown, paths: SensitivePaths): JsonValue {
    switch (typeof value) {
      case 'string':
        return this.string(value, paths);
      case 'number':
        if (paths.length > 0) return this.hide();
        // JSON has no negative zero.
        return this.scalar(Number.isFinite(value) ? value || 0 : String(value));
      case 'boolean':
        return paths.length > 0 ? this.hide() : this.scalar(value);
      case 'bigint':
        return this.string(String(value), paths);
      case 'symbol':
        return value === UNREADABLE ? this.unreadable() : this.string(String(value), paths);
      case 'function':
        return this.scalar('[Function]');
      case 'object':
        return value === null ? this.scalar(null) : this.object(value, paths);
      default:
        return this.scalar(null);
    }
  }

  private object(value: object, paths: SensitivePaths): JsonValue {
    if (this.ancestors.includes(value)) return this.scalar('[Circular]');
    const opaque = opaqueText(value);
    if (opaque !== undefined) return this.string(opaque, paths);
    if (this.ancestors.length + this.depthSoFar >= MAX_DEPTH || this.room < 3 * SCALAR_BYTES)
      return this.leaveOut();
    this.ancestors.push(value);
    this.room -= REST_BYTES;
    try {
      if (Array.isArray(value)) return this.array(value, value.length, paths);
      if (types.isSet(value)) return this.array(firstOf(value), value.size, paths);
      return this.members(membersOf(value), paths);
    } finally {
      this.ancestors.pop();
      this.room += REST_BYTES - 2;
    }
  }

  private array(source: readonly unknown[], size: number, paths: SensitivePaths): JsonValue {
    const copy: JsonValue[] = [];
    for (let index = 0; index < size; index++) {
      if (index >= source.length || this.room < 2 * SCALAR_BYTES) {
        copy.push(this.rest(`…[+${size - index} more]`));
        break;
      }
      this.room--;
      copy.push(
        index > 0 && this.announcesSecret(source[index - 1], size)
          ? this.hide()
          : this.visit(source[index], belowElement(paths, index)),
      );
    }
    return copy;
  }

  private members({ names, size, read }: Members, paths: SensitivePaths): JsonValue {
    const copy: [string, JsonValue][] = [];
    for (let index = 0; index < size; index++) {
      const name = names[index];
      const shown = name === undefined ? '' : this.name(name);
      const cost = jsonStringBytes(shown) + 2;
      if (name === undefined || this.room < cost + SCALAR_BYTES) {
        copy.push(['…', this.rest(`+${size - index} more`)]);
        break;
      }
      const value = read(name, index);
      if (value === undefined) continue;
      this.room -= cost;
      const secret = this.rules.keys.has(name) || this.isLabelled(name, read);
      copy.push([shown, secret ? this.hide() : this.visit(value, belowProperty(paths, name))]);
    }
    // Defines own members whatever they are called, `__proto__` included.
    return Object.fromEntries(copy);
  }

  /** `{ name: 'Authorization', value: … }`: the name of the secret is a value of its own. */
  private isLabelled(name: string, read: Members['read']): boolean {
    return (
      VALUE_NAMES.has(name) &&
      LABEL_NAMES.some((label) => {
        const text = read(label);
        return (
          typeof text === 'string' && text.length <= MAX_KEY_BYTES && this.rules.keys.has(text)
        );
      })
    );
  }

  /** `['Authorization', …]`, `['--password', …]`: pairs, flat lists of headers, command lines. */
  private announcesSecret(previous: unknown, size: number): boolean {
    return (
      typeof previous === 'string' &&
      previous.length <= MAX_KEY_BYTES &&
      (size === 2 || HEADER_LIKE.test(previous)) &&
      this.rules.keys.has(previous)
    );
  }

  private string(text: string, paths: SensitivePaths): JsonValue {
    const limit = Math.max(SCALAR_BYTES, this.share());
    if (JSON_START.test(text) && text.length <= Math.min(MAX_JSON_TEXT, this.effort.characters)) {
      const inner = this.jsonText(text, limit, paths);
      if (inner !== undefined) return this.scalar(inner);
    }
    // Where the schema declares secrets further down, a bare value is the whole structure in an unknown form.
    if (paths.length > 0) return this.hide();
    if (this.effort.characters <= 0) return this.leaveOut();
    const { text: seen, droppedBytes } = windowOf(text, limit);
    this.effort.characters -= seen.length + text.length / 128;
    const shown = fitText(this.rules.text(seen), limit, droppedBytes);
    if (shown !== text) this.changed = true;
    return this.scalar(shown);
  }

  /** @returns undefined when the text is not JSON after all */
  private jsonText(text: string, limit: number, paths: SensitivePaths): string | undefined {
    this.effort.characters -= text.length;
    const parsed = parse(text);
    if (parsed === undefined) return undefined;
    const depth = this.ancestors.length + this.depthSoFar + 1;
    const inner = new TreeRedaction(this.rules, Math.max(64, limit), this.effort, depth);
    const copy = inner.visit(parsed, paths);
    if (!inner.changed && jsonStringBytes(text) <= limit) return text;
    this.changed = true;
    return fitText(JSON.stringify(copy), limit);
  }

  /** One string takes at most half of what is left, so that a long text does not hide everything behind it. */
  private share(): number {
    const { room } = this;
    return this.ancestors.length === 0 ? room : Math.min(room, Math.max(256, room >> 1));
  }

  private name(name: string): string {
    if (PLAIN_NAME.test(name)) return name;
    const { text, droppedBytes } = windowOf(name, MAX_KEY_BYTES);
    const shown = fitText(this.rules.text(text), MAX_KEY_BYTES, droppedBytes);
    if (shown !== name) this.changed = true;
    return shown;
  }

  private hide(): string {
    this.changed = true;
    return this.scalar(REDACTED);
  }

  private unreadable(): string {
    this.changed = true;
    return this.scalar(UNREDACTABLE);
  }

  private leaveOut(): string {
    this.changed = true;
    return this.scalar('…');
  }

  /** Says how much of a container is missing, in the room kept for it. */
  private rest(text: string): string {
    this.changed = true;
    this.room -= jsonStringBytes(text) + 8;
    return text;
  }

  private scalar<T extends string | number | boolean | null>(value: T): T {
    if (typeof value === 'string') this.room -= jsonStringBytes(value);
    else this.room -= typeof value === 'number' ? String(value).length : 5;
    return value;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
