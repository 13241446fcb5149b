import { isRecord } from './common/json.js';
import { nearestName } from './common/nearest-name.js';
import { badOption, unknownOption } from './tool-runtime.messages.js';
import { LARGEST_QUORUM, isVerificationPolicy } from './verification/verification-policy.js';

/** Says in one sentence what is wrong with the value of one option; undefined when nothing is. */
export type OptionCheck = (path: string, value: unknown) => string | undefined;

/** Longest timer of the platform: a longer one would fire at once. */
export const LONGEST_TIMER_MS = 2_147_483_647;

const check =
  (expected: string, accepts: (value: unknown) => boolean): OptionCheck =>
  (path, value) =>
    accepts(value) ? undefined : badOption(path, expected, value);

const isWhole = (value: unknown, min: number, max: number) =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;

/** A count, a cost, a number of bytes. */
export const positiveInteger = check('a whole number of at least 1', (value) =>
  isWhole(value, 1, Number.MAX_SAFE_INTEGER),
);

export const integerUpTo = (max: number) =>
  check(`a whole number from 1 to ${max}`, (value) => isWhole(value, 1, max));

/** A duration that a timer waits for. */
export const milliseconds = check(
  `a whole number of milliseconds from 1 to ${LONGEST_TIMER_MS} (about 24 days)`,
  (value) => isWhole(value, 1, LONGEST_TIMER_MS),
);

/** A duration that may be nothing at all. */
export const millisecondsOrNone = check(
  `a whole number of milliseconds from 0 to ${LONGEST_TIMER_MS} (about 24 days)`,
  (value) => isWhole(value, 0, LONGEST_TIMER_MS),
);

export const trueOrFalse = check('true or false', (value) => typeof value === 'boolean');

export const nonEmptyText = check(
  'a text that is not empty',
  (value) => typeof value === 'string' && value.trim() !== '',
);

export const objectValue = check('an object', isRecord);

/** For a member that is judged elsewhere. */
export const anything: OptionCheck = () => undefined;

export const oneOf = (...words: readonly string[]) =>
  check(words.map((word) => `'${word}'`).join(' or '), (value) => words.includes(value as string));

export const listOfStrings = check(
  'an array of strings, none of them empty',
  (value) => Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== ''),
);

export const listOfIcons = check(
  "an array of icons, such as { src: 'https://example.com/icon.png' }",
  (value) =>
    Array.isArray(value) &&
    value.every((item) => isRecord(item) && typeof item['src'] === 'string' && item['src'] !== ''),
);

export const listOfClasses = check(
  'an array of module classes (a dynamic module is named by its class)',
  (value) => Array.isArray(value) && value.every((item) => typeof item === 'function'),
);

export const regularExpression = check('a regular expression', (value) => value instanceof RegExp);

export const functionValue = check('a function', (value) => typeof value === 'function');

export const verificationPolicy = check(
  `'single', 'dual', 'auto' or 'quorum(n)' with n from 1 to ${LARGEST_QUORUM}`,
  isVerificationPolicy,
);

/** A part of a whole that is not nothing. */
export const fraction = check(
  'a number above 0 and at most 1',
  (value) => typeof value === 'number' && value > 0 && value <= 1,
);

export const countsByName = check(
  'an object of whole numbers of at least 1 by name',
  (value) =>
    isRecord(value) &&
    !(value instanceof Map) &&
    Object.entries(value).every(
      ([name, count]) => name.trim() !== '' && isWhole(count, 1, Number.MAX_SAFE_INTEGER),
    ),
);

/** A throttler storage, or how to get one. */
export const storageReference = check(
  'a ThrottlerStorage: an instance with an increment() method, a class, or an injection token',
  (value) =>
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    (typeof value === 'string' && value !== '') ||
    (isRecord(value) && typeof value.increment === 'function'),
);

/**
 * Checks every member of an options object against the check of its name. A member that is `undefined` counts as left out.
 * @param path where the object stands; the empty string for the outermost one
 */
export function optionProblems(
  path: string,
  value: unknown,
  checks: ReadonlyMap<string, OptionCheck>,
): string[] {
  if (value === undefined) return [];
  if (!isRecord(value)) return [badOption(path || 'options', 'an object', value)];
  return Object.entries(value).flatMap(([key, member]) => {
    const where = path ? `${path}.${key}` : key;
    const checkMember = checks.get(key);
    if (!checkMember)
      return [unknownOption(where, nearestName(key, checks.keys()), [...checks.keys()])];
    const problem = member === undefined ? undefined : checkMember(where, member);
    return problem === undefined ? [] : [problem];
  });
}
