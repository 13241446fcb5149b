import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Format } from 'ajv';

const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;
const MONTH_LENGTHS: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const WEB_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'ftp:']);

/**
 * Formats that are published but not enforced, as JSON Schema 2020-12 allows (validation, section 7.2.1). They are listed
 * so that a misspelled format is still refused at boot; the libraries that write them enforce them themselves.
 */
const ANNOTATIONS = [
  'idn-email',
  'idn-hostname',
  'iri',
  'iri-reference',
  'base64',
  'base64url',
  'cidrv4',
  'cidrv6',
  'cuid',
  'cuid2',
  'e164',
  'emoji',
  'json-string',
  'jwt',
  'ksuid',
  'lowercase',
  'mac',
  'nanoid',
  'ulid',
  'uppercase',
  'xid',
] as const;

/**
 * Every format a schema may name. Where `ajv-formats` takes more than the format's definition, or takes more than linear
 * time on a hostile string (`url`), our own check stands in.
 */
export function stringFormats(): Record<string, Format> {
  return {
    ...fullFormats,
    ...Object.fromEntries(ANNOTATIONS.map((name) => [name, true as const])),
    date: isCalendarDate,
    'date-time': isDateTime,
    time: TIME,
    uuid: UUID,
    url: isWebUrl,
    byte: BASE64,
  };
}

/** Whether a text is of a format that is enforced. */
export function isOfFormat(name: 'email' | 'uri' | 'date' | 'date-time', text: string): boolean {
  if (name === 'date') return isCalendarDate(text);
  if (name === 'date-time') return isDateTime(text);
  const format = fullFormats[name];
  return format instanceof RegExp ? format.test(text) : (format as (text: string) => boolean)(text);
}

/** Their names. */
export const STRING_FORMAT_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(fullFormats),
  ...ANNOTATIONS,
]);

/**
 * RFC 3339, section 5.6, with the `T` and the offset it demands. A leap second is refused: no JavaScript `Date` can hold it,
 * so a tool would receive an invalid one.
 */
export function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  return match !== null && isCalendarDate(match[1]);
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const [year, month, day] = text.split('-').map(Number);
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length = month === 2 && isLeapYear ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
  return day >= 1 && day <= length;
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && WEB_PROTOCOLS.has(new URL(text).protocol);
}
