import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isRecord } from '../common/json.js';
import type { JsonSchema, JsonValue } from '../common/json.js';
import { badSampling, badUrl, messageNeeded } from './asking.messages.js';
import { elicitationForm } from './elicitation-form.js';
import type {
  ClientRoot,
  ElicitationAnswer,
  Question,
  ReadAnswer,
  SamplingAnswer,
  SamplingRequest,
} from './question.js';

/** A form that a person fills in. */
export interface FormOptions<Schema> {
  /** What is asked and why, for the person who reads it. Never ask for secrets by a form: it passes through the client. */
  readonly message: string;
  /** A flat object of strings, numbers, booleans and choices: a JSON Schema, or a Standard Schema that has one. */
  readonly schema: Schema;
}

/** A page that a person opens, for what must not pass through the client: credentials, payments. */
export interface UrlOptions {
  /** What the page is for, for the person who reads it. */
  readonly message: string;
  /** Absolute https URL without anything personal or secret in it. The page has to find out itself who opens it. */
  readonly url: string;
}

/** What a filled-in form holds. */
export type ContentOf<Schema> = Schema extends StandardSchemaV1
  ? StandardSchemaV1.InferInput<Schema>
  : Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * A question to a person, by a form or by a page.
 * @throws TypeError when clients could not show it
 */
export function elicitation<Schema extends StandardSchemaV1 | JsonSchema>(
  options: FormOptions<Schema>,
): Question<ElicitationAnswer<ContentOf<Schema>>>;
export function elicitation(options: UrlOptions): Question<ElicitationAnswer<undefined>>;
export function elicitation(
  options: FormOptions<StandardSchemaV1 | JsonSchema> | UrlOptions,
): Question<ElicitationAnswer<unknown>> {
  const { message } = options;
  if (typeof message !== 'string' || message.trim() === '') throw new TypeError(messageNeeded());
  if (!('schema' in options)) {
    const { url } = options;
    if (!isShownUrl(url)) throw new TypeError(badUrl(url));
    return {
      capability: 'elicitation.url',
      asked: { kind: 'elicitation', mode: 'url', message, url },
      read: (answer) => readElicitation(answer, undefined),
    };
  }
  const form = elicitationForm(options.schema);
  return {
    capability: 'elicitation',
    asked: { kind: 'elicitation', mode: 'form', message, schema: form.schema },
    read: (answer) => readElicitation(answer, form.problem),
  };
}

/**
 * A question to the client's model.
 * @throws TypeError when it has no messages or no limit
 */
export function sampling(request: SamplingRequest): Question<SamplingAnswer> {
  const { messages, maxTokens } = request;
  if (!Array.isArray(messages) || messages.length === 0 || !(maxTokens >= 1))
    throw new TypeError(badSampling());
  return { capability: 'sampling', asked: { kind: 'sampling', request }, read: readSampling };
}

/** Which folders the client works in. */
export function rootsOfClient(): Question<readonly ClientRoot[]> {
  return { capability: 'roots', asked: { kind: 'roots' }, read: readRoots };
}

function readElicitation(
  answer: unknown,
  problemOf: ((content: unknown) => string | undefined) | undefined,
): ReadAnswer<ElicitationAnswer<unknown>> {
  if (!isRecord(answer)) return wrong('it is no object');
  const { action, content } = answer;
  if (action === 'decline' || action === 'cancel') return { ok: true, answer: { action } };
  if (action !== 'accept') return wrong('"action" is none of accept, decline and cancel');
  if (!problemOf) return { ok: true, answer: { action, content: undefined } };
  const problem = problemOf(content ?? {});
  return problem === undefined
    ? { ok: true, answer: { action, content: content ?? {} } }
    : wrong(problem);
}

function readSampling(answer: unknown): ReadAnswer<SamplingAnswer> {
  if (!isRecord(answer)) return wrong('it is no object');
  const { role, content, model, stopReason } = answer;
  if (role !== 'user' && role !== 'assistant') return wrong('"role" is neither user nor assistant');
  if (typeof content !== 'object' || content === null) return wrong('"content" is missing');
  if (typeof model !== 'string') return wrong('"model" is missing');
  return {
    ok: true,
    answer: {
      role,
      content: content as JsonValue,
      model,
      ...(typeof stopReason === 'string' && { stopReason }),
    },
  };
}

function readRoots(answer: unknown): ReadAnswer<readonly ClientRoot[]> {
  const roots = isRecord(answer) ? answer['roots'] : undefined;
  if (!Array.isArray(roots) || !roots.every(isRoot)) return wrong('"roots" is no list of roots');
  return {
    ok: true,
    answer: roots.map(({ uri, name }) => (name === undefined ? { uri } : { uri, name })),
  };
}

function isRoot(root: unknown): root is ClientRoot {
  if (!isRecord(root)) return false;
  const { uri, name } = root;
  return typeof uri === 'string' && (name === undefined || typeof name === 'string');
}

function isShownUrl(url: unknown): url is string {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  );
}

function wrong(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}
