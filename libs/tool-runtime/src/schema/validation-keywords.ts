import type { ValidationRule } from './class-validator.support.js';
import { enumValues } from './enum-values.js';
import { unsafePatternReason } from './pattern-safety.js';

/** What the validators of one property tell about its type and bounds. */
export interface RuleFacts {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean';
  readonly values?: readonly (string | number)[];
  /** JSON Schema keywords that say the same as the validators, or less. */
  readonly keywords: Readonly<Record<string, unknown>>;
  /** Patterns that cannot be published and are unsafe to run, with the reason. */
  readonly unsafePatterns: readonly { readonly pattern: string; readonly reason: string }[];
}

type Draft = { -readonly [Key in keyof RuleFacts]: RuleFacts[Key] } & {
  keywords: Record<string, unknown>;
  unsafePatterns: { pattern: string; reason: string }[];
};
type Reading = (draft: Draft, constraints: readonly unknown[]) => void;

const type =
  (
    name: NonNullable<RuleFacts['type']>,
    keywords: Readonly<Record<string, unknown>> = {},
  ): Reading =>
  (draft) => {
    // @IsInt() beside @IsNumber() is the narrower of the two.
    if (draft.type !== 'integer') draft.type = name;
    for (const [keyword, value] of Object.entries(keywords))
      tighten(draft.keywords, keyword, value);
  };
const bound =
  (keyword: string): Reading =>
  (draft, [limit]) => {
    if (typeof limit === 'number') tighten(draft.keywords, keyword, limit);
  };
const constant =
  (keyword: string, value: unknown): Reading =>
  (draft) =>
    tighten(draft.keywords, keyword, value);
const list: Reading = (draft, [values]) => {
  const allowed = enumValues(values);
  if (allowed) draft.values = allowed;
};

/**
 * Validators that JSON Schema has a word for, by class-validator's names. The others are not published; they run all the
 * same, on the finished instance.
 */
const READINGS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['isString', type('string')],
  ['isNumber', type('number')],
  ['isInt', type('integer')],
  ['isBoolean', type('boolean')],
  ['isEnum', list],
  ['isIn', list],
  ['min', bound('minimum')],
  ['max', bound('maximum')],
  ['isPositive', constant('exclusiveMinimum', 0)],
  ['isNegative', constant('exclusiveMaximum', 0)],
  ['isDivisibleBy', bound('multipleOf')],
  ['minLength', bound('minLength')],
  ['maxLength', bound('maxLength')],
  [
    'isLength',
    (draft, [min, max]) => {
      if (typeof min === 'number') tighten(draft.keywords, 'minLength', min);
      if (typeof max === 'number') tighten(draft.keywords, 'maxLength', max);
    },
  ],
  ['isNotEmpty', constant('minLength', 1)],
  ['arrayMinSize', bound('minItems')],
  ['arrayMaxSize', bound('maxItems')],
  ['arrayNotEmpty', constant('minItems', 1)],
  [
    'arrayUnique',
    (draft, [identifier]) => {
      if (identifier === undefined) draft.keywords['uniqueItems'] = true;
    },
  ],
  ['isEmail', type('string', { format: 'email' })],
  ['isUrl', type('string', { format: 'uri' })],
  ['isUuid', type('string', { format: 'uuid' })],
  ['isRFC3339', type('string', { format: 'date-time' })],
  [
    'isIp',
    (draft, [version]) => {
      draft.type ??= 'string';
      if (String(version) === '4' || String(version) === '6')
        tighten(draft.keywords, 'format', `ipv${String(version)}`);
    },
  ],
  ...[
    'isDateString',
    'isIso8601',
    'isPhoneNumber',
    'isMobilePhone',
    'isHexColor',
    'isJwt',
    'isNumberString',
    'isBooleanString',
    'isAlpha',
    'isAlphanumeric',
    'isFqdn',
    'isBase64',
    'isMongoId',
    'isTimeZone',
  ].map((name): [string, Reading] => [name, type('string')]),
  ['matches', pattern],
  [
    'contains',
    (draft, [text]) => {
      if (typeof text === 'string') addPattern(draft.keywords, escapePattern(text));
    },
  ],
]);

/** Reads the rules about the value itself, or with `each` those about its elements. */
export function readRules(rules: readonly ValidationRule[], each: boolean): RuleFacts {
  const draft: Draft = { keywords: {}, unsafePatterns: [] };
  // Under @ValidateIf a rule may or may not hold: publishing it would refuse what the validators accept.
  const certain = !rules.some(({ kind }) => kind === 'conditional');
  for (const rule of rules)
    if (certain && rule.kind === 'check' && rule.each === each)
      READINGS.get(rule.name)?.(draft, rule.constraints);
  return draft;
}

/** Adds a bound, keeping the narrower of two. */
export function tighten(keywords: Record<string, unknown>, keyword: string, value: unknown): void {
  const known = keywords[keyword];
  if (typeof known === 'number' && typeof value === 'number' && keyword !== 'multipleOf')
    keywords[keyword] = /^(?:exclusiveMin|min)/.test(keyword)
      ? Math.max(known, value)
      : Math.min(known, value);
  else if (keyword === 'pattern' && typeof value === 'string') addPattern(keywords, value);
  else keywords[keyword] = value;
}

function pattern(draft: Draft, [expression, modifiers]: readonly unknown[]): void {
  const source = expression instanceof RegExp ? expression.source : String(expression);
  const flags =
    expression instanceof RegExp
      ? expression.flags
      : typeof modifiers === 'string'
        ? modifiers
        : '';
  // A `pattern` has no flags and runs with `u`: only what means the same then can be published.
  if (/^[gu]*$/.test(flags) && isUnicodePattern(source)) {
    addPattern(draft.keywords, source);
    return;
  }
  const reason = unsafePatternReason(source, flags);
  if (reason !== undefined) draft.unsafePatterns.push({ pattern: source, reason });
}

function addPattern(keywords: Record<string, unknown>, source: string): void {
  const known = keywords['pattern'];
  if (known === undefined) keywords['pattern'] = source;
  else if (known !== source)
    keywords['allOf'] = [
      ...((keywords['allOf'] as readonly unknown[] | undefined) ?? []),
      { pattern: source },
    ];
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** True when the source is valid as a JSON Schema `pattern`. */
export function isUnicodePattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
