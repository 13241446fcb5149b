import { nameStart } from './assignment-names.js';
import { REDACTED } from './redaction-markers.js';

/** Longest run of blanks between a name and its separator. */
const MAX_GAP = 16;

/** The name of an authorization scheme, which the credential follows. */
const SCHEME =
  /^(?:basic|bearer|digest|negotiate|ntlm|token|apikey|hmac|aws4-hmac-sha256)[ \t]+(?=\S)/i;

const OPENERS = '{[(';
const CLOSERS = '}])';
const QUOTES = '"\'`';

/** Where the value of a name stands in a text, without its quotes. */
export interface ValueSpan {
  readonly start: number;
  readonly end: number;
}

/** What kind of name the value belongs to. */
export interface ValueRules {
  /** An unquoted value takes the rest of the line. */
  readonly toLineEnd: boolean;
  /** The name was quoted, as in JSON: an unquoted value is a literal. */
  readonly literal: boolean;
  /** The value ends with a semicolon and may contain spaces. */
  readonly connectionString: boolean;
}

/** The value that starts behind a separator; undefined when there is none, or when it is hidden already. */
export function assignedValue(
  text: string,
  from: number,
  rules: ValueRules,
  isSecret: (name: string) => boolean,
): ValueSpan | undefined {
  const start = skipBlanks(text, from);
  const enclosed = enclosedValue(text, start);
  if (enclosed)
    return isNameOfNext(text, enclosed, isSecret)
      ? undefined
      : nonEmpty(text, beyondOpenName(text, enclosed, isSecret));
  if (rules.literal) return nonEmpty(text, { start, end: endOf(text, start, /[,}\]\r\n]/) });
  if (rules.toLineEnd) return nonEmpty(text, { start, end: endOf(text, start, /[\r\n]/) });
  if (rules.connectionString) return nonEmpty(text, { start, end: endOf(text, start, /[;\r\n]/) });
  return nonEmpty(text, { start, end: chainedEnd(text, start, isSecret) });
}

/** `= "password": "x"`: the scan that finds names must still see this one. */
function isNameOfNext(
  text: string,
  { start, end }: ValueSpan,
  isSecret: (name: string) => boolean,
): boolean {
  return (
    /^\\*["'`][ \t]*[=:]/.test(text.slice(end, end + MAX_GAP)) && isSecret(text.slice(start, end))
  );
}

/** `= " password="x"`: a quote that seems to close the value opens the one of a secret name at its end, which belongs to it as well. */
function beyondOpenName(
  text: string,
  { start, end }: ValueSpan,
  isSecret: (name: string) => boolean,
): ValueSpan {
  let from = start;
  let reached = end;
  while (/[=:][ \t]*$/.test(text.slice(Math.max(from, reached - MAX_GAP), reached))) {
    const next = nextValue(text, from, reached, isSecret);
    const further = next === undefined ? undefined : enclosedValue(text, next)?.end;
    if (further === undefined || further <= reached) break;
    from = reached;
    reached = further;
  }
  return { start, end: reached };
}

/** A value in quotes or brackets. */
function enclosedValue(text: string, start: number): ValueSpan | undefined {
  let escapes = 0;
  while (text[start + escapes] === '\\') escapes++;
  const first = text[start + escapes];
  if (first === undefined) return undefined;
  if (QUOTES.includes(first)) {
    const open = start + escapes + 1;
    return { start: open, end: closingQuote(text, open, first, escapes) };
  }
  return OPENERS.includes(first) ? { start, end: closingBracket(text, start) } : undefined;
}

/** A value quoted with `escapes` backslashes ends at the next quote that is escaped the same way. */
function closingQuote(text: string, from: number, quote: string, escapes: number): number {
  let backslashes = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') backslashes++;
    else {
      if (
        character === quote &&
        (backslashes === escapes || (escapes === 0 && backslashes % 2 === 0))
      )
        return at - escapes;
      backslashes = 0;
    }
  }
  return text.length;
}

/** Where a bracketed value ends; brackets inside double quotes do not count. */
function closingBracket(text: string, from: number): number {
  let depth = 0;
  let backslashes = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') {
      backslashes++;
      continue;
    }
    if (character === '"') at = closingQuote(text, at + 1, '"', backslashes) + backslashes;
    else if (OPENERS.includes(character)) depth++;
    else if (CLOSERS.includes(character) && --depth === 0) return at + 1;
    backslashes = 0;
  }
  return text.length;
}

/**
 * Where a bare value ends. In `… = password: "x"` the bare value is the name of another secret, whose value belongs to it as well: the
 * scan that finds names goes on behind the end.
 */
function chainedEnd(text: string, start: number, isSecret: (name: string) => boolean): number {
  let from = start;
  let end = bareEnd(text, start);
  for (;;) {
    const next = nextValue(text, from, end, isSecret);
    if (next === undefined) return end;
    const further = enclosedValue(text, next)?.end ?? bareEnd(text, next);
    if (further <= end) return end;
    from = end;
    end = further;
  }
}

/** Where a value starts whose secret name is the last thing between `from` and `end`. */
function nextValue(
  text: string,
  from: number,
  end: number,
  isSecret: (name: string) => boolean,
): number | undefined {
  const behind = /^[ \t]*(?:=>|:=|==?|:)/.exec(text.slice(end, end + MAX_GAP))?.[0].length ?? 0;
  const value = text.slice(from, end);
  const inside = from + Math.max(value.lastIndexOf('='), value.lastIndexOf(':'));
  const next = behind > 0 ? end + behind : inside + 1;
  let nameEnd = behind > 0 ? end : inside;
  while (nameEnd > from && ':='.includes(text[nameEnd - 1])) nameEnd--;
  if (nameEnd <= from) return undefined;
  const name = text.slice(nameStart(text, nameEnd, from), nameEnd);
  return isSecret(name) ? skipBlanks(text, next) : undefined;
}

function bareEnd(text: string, start: number): number {
  const scheme = SCHEME.exec(text.slice(start, start + 64));
  return endOf(text, start + (scheme?.[0].length ?? 0), /[\s;&"'`<>]|,(?=\s|$)/);
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

/** The text of an XML element whose start tag ends before `start`. */
export function elementValue(text: string, start: number): ValueSpan | undefined {
  const closing = text.startsWith('<![CDATA[', start) ? ']]>' : '';
  const end = text.indexOf(closing || '<', start);
  return nonEmpty(text, { start, end: end < 0 ? text.length : end + closing.length });
}

function endOf(text: string, start: number, delimiter: RegExp): number {
  const length = text.slice(start).search(delimiter);
  return length < 0 ? text.length : start + length;
}

function nonEmpty(text: string, found: ValueSpan): ValueSpan | undefined {
  const { start, end } = found;
  return start >= end || text.slice(start, end) === REDACTED ? undefined : found;
}
