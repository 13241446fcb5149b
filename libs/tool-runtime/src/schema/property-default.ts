import { canonicalJson } from '../common/canonical-json.js';
import type { JsonValue } from '../common/json.js';
import type { ToolParamOptions } from '../declaration/tool-options.js';
import type { DataType } from './data-type.js';
import { toJson } from './data-type.json.js';
import * as messages from './schema.messages.js';

/** Whether a member may be left out, and what it becomes then. */
export interface Presence {
  readonly required: boolean;
  readonly default: { readonly value: JsonValue } | undefined;
}

/** What a class sets when it is made, twice: a value that differs between two instances depends on more than the class. */
export interface Initialisers {
  readonly first: Readonly<Record<string, unknown>>;
  readonly second: Readonly<Record<string, unknown>>;
}

/** Decides from options and initialisers whether a member is required and what stands in for it. */
export function presenceOf(
  member: {
    readonly where: string;
    readonly name: string;
    readonly type: DataType;
    readonly options: ToolParamOptions;
    /** A validator allows it to be missing. */
    readonly optional: boolean;
  },
  initialisers: Initialisers | undefined,
  report: (problem: string) => void,
): Presence {
  const { where, name, type, options, optional } = member;
  if (options.default !== undefined) {
    const value = toJson(type, options.default);
    if (value === undefined) report(messages.badDefault(where, 'has no JSON form'));
    else if (type.sensitive) report(messages.secretDefault(where));
    return {
      required: options.required === true,
      default: value === undefined ? undefined : { value },
    };
  }
  const first = initialisers && own(initialisers.first, name);
  const initialised = first !== undefined;
  const required = options.required ?? !(optional || initialised);
  // An initialiser of a secret stays in the class: schemas are published.
  if (required || !initialised || type.sensitive) return { required, default: undefined };
  const value = toJson(type, first);
  const again = toJson(type, own(initialisers?.second ?? {}, name));
  const constant =
    value !== undefined && again !== undefined && canonicalJson(value) === canonicalJson(again);
  // `null` as a class's word for "nothing yet" is no value a caller could send.
  return {
    required,
    default: constant && (value !== null || type.nullable) ? { value } : undefined,
  };
}

function own(source: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(source, name) ? source[name] : undefined;
}
