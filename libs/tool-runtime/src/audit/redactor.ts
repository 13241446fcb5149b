import { Inject, Injectable } from '@nestjs/common';
import type { JsonValue } from '../common/json.js';
import { escapeForLine } from '../common/escape-for-line.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import { fitText, windowOf } from './bounded-text.js';
import { redactAssignments } from './secret-assignments.js';
import { redactShapes } from './secret-shapes.js';
import { lineField } from './line-field.js';
import { isError, readMember, viewOfError } from './error-view.js';
import { UNREDACTABLE } from './redaction-markers.js';
import { SensitiveKeys } from './sensitive-keys.js';
import type { SensitivePaths } from './sensitive-paths.js';
import type { RedactionRules } from './tree-redaction.js';
import { TreeRedaction } from './tree-redaction.js';

/** How much of a value may be shown. */
export interface RedactOptions {
  /** Paths of values that are secret by declaration; `*` stands for every element of an array. */
  readonly sensitivePaths?: SensitivePaths;
  /** Longest JSON text of the outcome, bytes of UTF-8; at least 64. @default 4096 */
  readonly maxBytes?: number;
}

/** An error that may be written to a log: redacted, bounded, without cycles. */
export interface RedactedError {
  readonly name: string;
  readonly message: string;
  /** Stack frames, one per line, without the message. */
  readonly stack?: string;
  /** What else the error carries: `code`, `status`, `response`, … */
  readonly details?: JsonValue;
  readonly cause?: RedactedError;
  /** The first errors of an `AggregateError`. */
  readonly errors?: readonly RedactedError[];
}

const DEFAULT_BYTES = 4_096;
const MIN_BYTES = 64;
const MAX_TEXT = 65_536;
const MAX_MESSAGE_BYTES = 2_048;
const MAX_DETAIL_BYTES = 2_048;
const MAX_FRAMES = 12;
const MAX_FRAME = 240;
const MAX_STACK = 16_384;
const MAX_ERRORS = 5;
const MAX_DESCRIPTION = 8_192;

/** Too short for every known form of a credential, and without the punctuation of an assignment. */
const HARMLESS = /^[\w@/+.]{0,14}$/;
/** UUIDs and hexadecimal identifiers. */
const GENERATED = /^[0-9a-f-]{1,36}$/;
const FRAME = /^ {4}at /;

/**
 * Makes values fit to be logged and kept: hides what is secret by declaration, by its name or by its form, and cuts what is too long.
 * Never throws, calls nothing of the value except its getters, and shows a marker instead of what it cannot read.
 */
@Injectable()
export class Redactor {
  private readonly rules: RedactionRules;

  /** @param options the runtime's; only `audit.sensitiveKeys` is read */
  constructor(
    @Inject(TOOL_RUNTIME_OPTIONS)
    options: {
      readonly audit: Pick<ResolvedToolRuntimeOptions['audit'], 'sensitiveKeys'>;
    },
  ) {
    this.rules = {
      keys: new SensitiveKeys(options.audit.sensitiveKeys),
      text: (text) => this.secretsIn(text),
    };
  }

  /** True when a value under this name is never shown: `password`, `x-api-key`, `GITHUB_TOKEN`, but not `tokenCount`. */
  isSensitiveKey(key: string): boolean {
    return this.rules.keys.has(key);
  }

  /**
   * A copy of any value as plain JSON. Secrets become `***REDACTED***`, what cannot be read becomes `***UNREDACTABLE***`, what is too long or
   * too deep is counted, bytes are never shown.
   */
  redact(value: unknown, options: RedactOptions = {}): JsonValue {
    const { sensitivePaths, maxBytes = DEFAULT_BYTES } = options;
    return new TreeRedaction(this.rules, Math.max(MIN_BYTES, maxBytes)).visit(
      value,
      sensitivePaths,
    );
  }

  /**
   * A text without the secrets in it: credentials of known forms, values of secret names, and what is secret in JSON.
   * @param maxBytes longest result as a JSON string, bytes; what is over is cut after redaction
   */
  redactText(text: string, maxBytes = MAX_TEXT): string {
    const copy = this.redact(text, { maxBytes });
    return typeof copy === 'string' ? copy : UNREDACTABLE;
  }

  /**
   * A redacted text that is safe inside one field of a log line: no control characters, no line breaks, no escape sequences of a terminal,
   * and no `|`, which separates the fields.
   * @param max longest text before control characters are escaped, characters
   */
  redactForLine(text: string, max: number): string {
    return lineField(this.redactText(text, max * 4), max);
  }

  /**
   * A name of somebody or something, without credentials of known forms. Unlike {@link redactText} it reads no assignments:
   * `api-key:partner-7` says who called, and hiding that would defeat an audit.
   */
  redactIdentifier(text: string, maxBytes: number): string {
    if (HARMLESS.test(text) || GENERATED.test(text)) return text;
    const { text: seen, droppedBytes } = windowOf(text, maxBytes);
    return fitText(redactShapes(seen), Math.max(MIN_BYTES, maxBytes), droppedBytes);
  }

  /** What may be logged about a thrown thing, which need not be an error. */
  redactError(error: unknown): RedactedError {
    return this.readError(error, new Set());
  }

  /** {@link redactError} as text for the server's log: the error and its first stack frames, then its causes. */
  describeError(error: unknown): string {
    return describe(this.redactError(error)).join('\n').slice(0, MAX_DESCRIPTION);
  }

  private secretsIn(text: string): string {
    if (HARMLESS.test(text)) return text;
    return redactAssignments(redactShapes(text), (name) => this.rules.keys.has(name));
  }

  private readError(error: unknown, seen: Set<unknown>): RedactedError {
    if (!isError(error)) return { name: 'NonError', message: this.asMessage(error) };
    seen.add(error);
    const view = viewOfError(error);
    const causes = (candidates: readonly unknown[]) =>
      candidates
        .filter((candidate) => !seen.has(candidate) && seen.size < MAX_ERRORS)
        .map((candidate) => this.readError(candidate, seen));
    const stack = this.frames(view.stack, view.message);
    const details = this.details(error, view.others);
    const cause = view.cause === undefined ? [] : causes([view.cause]);
    const errors = Array.isArray(view.errors) ? causes(view.errors.slice(0, MAX_ERRORS)) : [];
    return {
      name: this.asMessage(view.name, 128),
      message: this.asMessage(view.message),
      ...(stack !== '' && { stack }),
      ...(details !== undefined && { details }),
      ...(cause[0] && { cause: cause[0] }),
      ...(errors.length > 0 && { errors }),
    };
  }

  private asMessage(value: unknown, maxBytes = MAX_MESSAGE_BYTES): string {
    const copy = this.redact(value, { maxBytes });
    return typeof copy === 'string' ? copy : JSON.stringify(copy);
  }

  private details(error: Error, names: readonly string[]): JsonValue | undefined {
    if (names.length === 0) return undefined;
    // Read through a map, so that one member that throws does not hide the others.
    const members = new Map(names.slice(0, 100).map((name) => [name, readMember(error, name)]));
    return this.redact(members, { maxBytes: MAX_DETAIL_BYTES });
  }

  /** The stack repeats the message; what follows it are the frames. */
  private frames(stack: unknown, message: unknown): string {
    if (typeof stack !== 'string') return '';
    const start = typeof message === 'string' && message !== '' ? stack.indexOf(message) : 0;
    const frames =
      start < 0
        ? stack.slice(-MAX_STACK)
        : stack.slice(start + lengthOf(message)).slice(0, MAX_STACK);
    return frames
      .split('\n')
      .filter((line) => FRAME.test(line))
      .slice(0, MAX_FRAMES)
      .map((line) => fitText(this.secretsIn(windowOf(line, MAX_FRAME).text), MAX_FRAME))
      .join('\n');
  }
}

function describe(error: RedactedError): string[] {
  const { name, message, stack, details, cause, errors = [] } = error;
  return [
    escapeForLine(`${name}: ${message}`, MAX_MESSAGE_BYTES),
    ...(stack === undefined
      ? []
      : stack.split('\n').map((frame) => escapeForLine(frame, MAX_FRAME))),
    ...(details === undefined
      ? []
      : [`    with ${escapeForLine(JSON.stringify(details), MAX_DETAIL_BYTES)}`]),
    ...errors.flatMap((inner) => describe(inner).map((line) => `    ${line}`)),
    ...(cause === undefined ? [] : prefixed('Caused by: ', describe(cause))),
  ];
}

function prefixed(prefix: string, [first = '', ...others]: readonly string[]): string[] {
  return [prefix + first, ...others];
}

function lengthOf(message: unknown): number {
  return typeof message === 'string' ? message.length : 0;
}
