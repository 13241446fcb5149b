import { isNameClosing, nameStart } from './assignment-names.js';
import type { ValueSpan } from './assignment-values.js';
import { assignedValue, elementValue } from './assignment-values.js';
import { REDACTED } from './redaction-markers.js';

/** Longest run of blanks, quotes and brackets between a name and its separator. */
const MAX_GAP = 16;

/** Parameters of a URL that are secret there and ordinary words elsewhere. */
const QUERY_SECRETS: ReadonlySet<string> = new Set([
  'key',
  'sig',
  'signature',
  'code',
  'x-amz-signature',
  'x-amz-credential',
  'x-goog-signature',
  'x-goog-credential',
]);

/** Names whose value may contain spaces and separators and ends with the line. */
const WHOLE_LINE =
  /authori[sz]ation|cookie|credential|creds|pass(?:word|phrase|wd|code)|pwd|mnemonic|phrase|connection ?string/i;

/** `--password value` on a command line. */
const FLAG =
  /(?<![\w-])(--?)([A-Za-z][\w-]{0,63})( {1,8})(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s"'-]\S*)/g;

/**
 * Replaces the values of `name=value`, `"name": value`, `Name: value`, `name => value`, `<name>value</name>` and `--name value` whose name is
 * secret. Where a value has no visible end, everything up to the end of the text goes. Linear in the length of the text.
 */
export function redactAssignments(text: string, isSecret: (name: string) => boolean): string {
  const assigned = redactSeparated(text, isSecret);
  if (!assigned.includes('-')) return assigned;
  return assigned.replace(FLAG, (whole, dashes: string, name: string, gap: string) =>
    isSecret(name) ? `${dashes}${name}${gap}${REDACTED}` : whole,
  );
}

function redactSeparated(text: string, isSecret: (name: string) => boolean): string {
  let result = '';
  let copied = 0;
  // A name reaches back to the separator before it at most, so no character is read as part of a name twice.
  let floor = 0;
  for (let at = 0; at < text.length; at++) {
    const width = separatorWidth(text, at);
    if (width === 0) continue;
    const found = secretAt(text, at, width, isSecret, floor);
    floor = at + width;
    if (!found) continue;
    result += text.slice(copied, found.start) + REDACTED;
    copied = floor = found.end;
    at = found.end - 1;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

function separatorWidth(text: string, at: number): number {
  switch (text.charCodeAt(at)) {
    case 0x3a: // :
      return text[at + 1] === '=' ? 2 : 1;
    case 0x3d: // =
      return text[at + 1] === '>' || text[at + 1] === '=' ? 2 : 1;
    case 0x3e: // >
      return 1;
    case 0x25: // %
      return /^%3d$/i.test(text.slice(at, at + 3)) ? 3 : 0;
    default:
      return 0;
  }
}

function secretAt(
  text: string,
  at: number,
  width: number,
  isSecret: (name: string) => boolean,
  floor: number,
): ValueSpan | undefined {
  let end = at;
  while (end > floor && at - end < MAX_GAP && isNameClosing(text.charCodeAt(end - 1))) end--;
  const start = nameStart(text, end, floor);
  if (start === end) return undefined;
  const name = text.slice(start, end);
  const before = start > 0 ? text[start - 1] : '';
  if (text[at] === '>') {
    if (before !== '<' || end !== at || !isSecret(name)) return undefined;
    return elementValue(text, at + 1);
  }
  const known =
    isSecret(name) ||
    ((before === '?' || before === '&') && QUERY_SECRETS.has(name.toLowerCase())) ||
    (name.includes('%') && isSecret(decoded(name)));
  // `api key: …` is a name of two words.
  const phrase =
    known || before !== ' ' ? name : text.slice(nameStart(text, start - 1, floor), end);
  if (!known && (phrase === name || !isSecret(phrase))) return undefined;
  const rules = {
    toLineEnd: text[at] === ':' && WHOLE_LINE.test(phrase),
    literal: /["'`]/.test(text.slice(end, at)),
    connectionString: isConnectionString(text, start, at + width),
  };
  return assignedValue(text, at + width, rules, isSecret);
}

/** `…;Password=a b;…`: between semicolons a value may contain spaces, but no other name. */
function isConnectionString(text: string, nameStartsAt: number, valueStartsAt: number): boolean {
  const [field, next = ''] = text.slice(valueStartsAt, valueStartsAt + 256).split(/[;\r\n]/, 2);
  return (
    !/["'`:]/.test(field) &&
    (/;[ \t]?$/.test(text.slice(Math.max(0, nameStartsAt - 2), nameStartsAt)) ||
      /^[ \t]?[A-Za-z][\w ]{0,30}=/.test(next))
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
