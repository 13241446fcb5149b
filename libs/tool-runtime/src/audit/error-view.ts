import { types } from 'node:util';

/** The members of a thrown thing, each read on its own: any of them may be a getter that throws. */
export interface ErrorView {
  readonly name: unknown;
  readonly message: unknown;
  readonly stack: unknown;
  readonly cause: unknown;
  /** Of an `AggregateError`. */
  readonly errors: unknown;
  /** Names of everything else the error carries, such as `code`, `response` or `config`. */
  readonly others: readonly string[];
}

/** Stands in for a member that cannot be read. */
export const UNREADABLE = Symbol('unreadable');

const KNOWN: ReadonlySet<string> = new Set(['name', 'message', 'stack', 'cause', 'errors']);

/** True for errors of any realm. A hostile prototype makes it false. */
export function isError(value: unknown): value is Error {
  try {
    return types.isNativeError(value) || value instanceof Error;
  } catch {
    return false;
  }
}

/** Reads one member without letting a getter's failure out. */
export function readMember(source: object, name: string): unknown {
  try {
    return Reflect.get(source, name);
  } catch {
    return UNREADABLE;
  }
}

/** Reads an error. */
export function viewOfError(error: Error): ErrorView {
  return {
    name: readMember(error, 'name'),
    message: readMember(error, 'message'),
    stack: readMember(error, 'stack'),
    cause: readMember(error, 'cause'),
    errors: readMember(error, 'errors'),
    others: ownNames(error),
  };
}

function ownNames(error: Error): readonly string[] {
  try {
    return Object.keys(error).filter((name) => !KNOWN.has(name));
  } catch {
    return [];
  }
}
