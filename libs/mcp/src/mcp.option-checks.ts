import { badOption, badSecrets, unknownOption } from './mcp.messages.js';

/** Says in one sentence each what is wrong with the value of one option; empty when nothing is. */
export type OptionCheck = (path: string, value: unknown) => readonly string[];

/** Longest timer of the platform: a longer one would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;
const HOST_NAME =
  /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*|\[[0-9a-f:.]+\])$/i;
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+$/i;

export const check =
  (expected: string, accepts: (value: unknown) => boolean): OptionCheck =>
  (path, value) =>
    accepts(value) ? [] : [badOption(path, expected, value)];

const isWhole = (value: unknown, min: number, max: number) =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;

export const positiveInteger = check('a whole number of at least 1', (value) =>
  isWhole(value, 1, Number.MAX_SAFE_INTEGER),
);

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

export const anyText = check('a text', (value) => typeof value === 'string');

export const oneOf = (...words: readonly string[]) =>
  check(words.map((word) => `'${word}'`).join(' or '), (value) => words.includes(value as string));

export const functionValue = check('a function', (value) => typeof value === 'function');

const listOf = (expected: string, accepts: (item: unknown) => boolean) =>
  check(`an array of ${expected}`, (value) => Array.isArray(value) && value.every(accepts));

export const listOfStrings = listOf(
  'strings, none of them empty',
  (item) => typeof item === 'string' && item !== '',
);

/** What is wrong with a secret is told without showing it. */
export const listOfSecrets: OptionCheck = (path, value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => typeof item === 'string' && item.length >= 32)
    ? []
    : [badSecrets(path)];

export const listOfClasses = listOf('module classes', (item) => typeof item === 'function');

export const listOfHosts = listOf(
  "host names without scheme and port, such as 'api.example.com' or '[::1]'",
  (item) => typeof item === 'string' && HOST_NAME.test(item),
);

export const listOfOrigins = listOf(
  "origins without a path, such as 'https://app.example.com'",
  (item) => typeof item === 'string' && ORIGIN.test(item),
);

/** An address that tokens can be meant for: no query, no fragment, no credentials. */
export const absoluteUrl = check(
  "an absolute http(s) URL without query and fragment, such as 'https://api.example.com/mcp'",
  (value) => {
    if (typeof value !== 'string' || !URL.canParse(value) || /[?#\s]/.test(value)) return false;
    const { protocol, username, password } = new URL(value);
    return /^https?:$/.test(protocol) && username === '' && password === '';
  },
);

export const listOfUrls: OptionCheck = (path, value) =>
  Array.isArray(value) && value.length > 0
    ? value.flatMap((item, index) => absoluteUrl(`${path}[${index}]`, item))
    : [badOption(path, 'an array of at least one absolute URL', value)];

export const listOfIcons = listOf(
  "icons, such as { src: 'https://example.com/icon.png' }",
  (item) => isRecord(item) && typeof item['src'] === 'string' && item['src'] !== '',
);

/** Checks of an options object, by member; a member that is `undefined` counts as left out. */
export const section =
  (checks: Readonly<Record<string, OptionCheck>>, required: readonly string[] = []): OptionCheck =>
  (path, value) => {
    if (!isRecord(value)) return [badOption(path || 'options', 'an object', value)];
    const at = (key: string) => (path ? `${path}.${key}` : key);
    const known = new Map(Object.entries(checks));
    const missing = required.filter((key) => value[key] === undefined);
    return [
      ...missing.flatMap((key) => known.get(key)?.(at(key), undefined) ?? []),
      ...Object.entries(value).flatMap(([key, member]) => {
        const checkMember = known.get(key);
        if (!checkMember) return [unknownOption(at(key), [...known.keys()])];
        return member === undefined ? [] : checkMember(at(key), member);
      }),
    ];
  };

/** A check that `false` passes as well. */
export const orFalse =
  (checkValue: OptionCheck): OptionCheck =>
  (path, value) =>
    value === false ? [] : checkValue(path, value);

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
