import { badMember, publicSecret } from './declaration.messages.js';
import type { CacheOptions, ResourceAnnotations } from './governance.options.js';

/** What is wrong with the options of a resource that mean nothing to the runtime. */
export function publishedProblems(options: {
  readonly mimeType?: unknown;
  readonly annotations?: ResourceAnnotations;
  readonly cache?: CacheOptions;
  readonly size?: unknown;
  readonly scopes?: readonly string[];
}): readonly string[] {
  const { mimeType, annotations, cache, size, scopes = [] } = options;
  return [
    ...expect('mimeType', 'a media type such as "text/plain"', mimeType, isMimeType),
    ...expect('size', 'a whole number of bytes', size, isWhole),
    ...expect('annotations', 'an object', annotations, isObject),
    ...expect('annotations.priority', 'a number from 0 to 1', annotations?.priority, isFraction),
    ...expect(
      'annotations.audience',
      "a list of 'user' and 'assistant'",
      annotations?.audience,
      isAudience,
    ),
    ...expect('cache', 'an object', cache, isObject),
    ...expect('cache.ttlMs', 'a whole number of milliseconds', cache?.ttlMs, isWhole),
    ...expect('cache.scope', "'public' or 'private'", cache?.scope, isScope),
    ...(cache?.scope === 'public' && scopes.length > 0 ? [publicSecret()] : []),
  ];
}

function expect(
  path: string,
  expected: string,
  value: unknown,
  accepts: (value: unknown) => boolean,
): readonly string[] {
  return value === undefined || accepts(value) ? [] : [badMember(path, expected, value)];
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const isMimeType = (value: unknown) =>
  typeof value === 'string' && /^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/.test(value);
const isWhole = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isFraction = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1;
const isAudience = (value: unknown) =>
  Array.isArray(value) && value.every((who) => who === 'user' || who === 'assistant');
const isScope = (value: unknown) => value === 'public' || value === 'private';
