import fc from 'fast-check';
import { z } from 'zod';
import { unsafePatternReason } from './pattern-safety.js';

describe('a pattern that a caller’s text is matched against', () => {
  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '(a*)*b',
    '^(.*,)*x$',
    '^(\\w+\\s?)*$',
    '^(?:[a-z]+)*!$',
    '^(a|ab|b)*$',
    '^(a?b?)*$',
    '^(?:a(?:x*|y*)b)*c$',
    '^(?:a|a){30}$',
    '^(?:a{1,8}){8}b$',
    '^([a-z0-9]|[a-f]){20,}$',
    '^(?:\\d+,?)+$',
    '^((ab)*)*$',
    '^(?=(a+)+$)b$',
    '^(?:é+)+$',
  ])('is refused when it can take exponential time: %s', (pattern) => {
    expect(unsafePatternReason(pattern)).toMatch(/exponential/);
  });

  it.each([
    '^a*a*$',
    '^\\s*\\w*\\s*$',
    '^\\d+\\d+x$',
    '^.*,.*,.*$',
    '^[a-z]+[a-z0-9]*@$',
    '[a-z]+@',
    '\\s+$',
    '^a*(?=.*b)c$',
    '^.{0,300}.{0,300}x$',
    '^(?:(?=.*x)a)*$',
  ])('is refused when it can take quadratic time: %s', (pattern) => {
    expect(unsafePatternReason(pattern)).toMatch(/quadratic/);
  });

  it.each(['^(a+)\\1$', '^(?<x>a)\\k<x>$'])('is refused when it refers back: %s', (pattern) => {
    expect(unsafePatternReason(pattern)).toMatch(/back-reference/);
  });

  it.each(['(', '[z-a]', '^\\-$'])('is refused when it is not valid: %s', (pattern) => {
    expect(unsafePatternReason(pattern)).toMatch(/not a valid/);
  });

  it('is refused when it is too large to be judged', () => {
    const large = '(?:a{1,16}b){1,16}'.repeat(16);
    expect(unsafePatternReason(`^${large}$`)).toMatch(/too complex/);
  });

  it.each([
    '^[a-z0-9-]+$',
    '^-?\\d+$',
    '^\\d{3}-\\d{4}$',
    '^[A-Z]{2}\\d+(\\.\\d+)?$',
    '^[^@\\s]+@[^@\\s]+$',
    '^[\\w.+-]+@[a-zA-Z\\d-]+(?:\\.[a-zA-Z\\d-]+)+$',
    '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    '^(?:[0-9a-f]{2})+$',
    '^#[0-9a-fA-F]{3,8}$',
    '^(?=.*[A-Z])(?=.*\\d).{8,}$',
    '^\\p{Lu}\\p{Ll}*$',
    '^[a-z]+(?:-[a-z]+)*$',
    '^(?:GET|POST|PUT)$',
    '^\\/(?:[^/]+\\/)*$',
    '^"(?:[^"\\\\]|\\\\.)*"$',
    '^\\w+',
    '\\d{3}-\\d{4}',
    'draft',
    '^[\\u0041-\\u{5a}\\x61]+$',
    '^\\S+$',
    '^$',
    '',
    '^(?:\\d{1,3}\\.){3}\\d{1,3}$',
    '^v?\\d+\\.\\d+\\.\\d+(?:-[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$',
  ])('is accepted when it is linear: %s', (pattern) => {
    expect(unsafePatternReason(pattern)).toBeUndefined();
  });

  it.each([
    ['email', z.email()],
    ['email html', z.email({ pattern: z.regexes.html5Email })],
    ['email unicode', z.email({ pattern: z.regexes.unicodeEmail })],
    ['uuid', z.uuid()],
    ['date-time', z.iso.datetime({ offset: true })],
    ['date', z.iso.date()],
    ['time', z.iso.time()],
    ['duration', z.iso.duration()],
    ['ipv4', z.ipv4()],
    ['ipv6', z.ipv6()],
    ['cidrv6', z.cidrv6()],
    ['base64', z.base64()],
    ['base64url', z.base64url()],
    ['e164', z.e164()],
    ['nanoid', z.nanoid()],
    ['ulid', z.ulid()],
    ['emoji', z.emoji()],
    ['hostname', z.hostname()],
    ['mac', z.mac()],
    ['template', z.templateLiteral(['v', z.number()])],
  ])('is accepted when it comes with the Zod format %s', (_name, schema) => {
    const json = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    expect(json['pattern']).toEqual(expect.any(String));
    expect(unsafePatternReason(json['pattern'] as string)).toBeUndefined();
  });

  it('is judged with the flags it runs with', () => {
    expect(unsafePatternReason('^a*A*$')).toBeUndefined();
    expect(unsafePatternReason('^a*A*$', 'i')).toMatch(/quadratic/);
    expect(unsafePatternReason('^a\\-b$', '')).toBeUndefined();
    expect(unsafePatternReason(z.regexes.rfc5322Email.source, '')).toBeUndefined();
  });

  it('takes a number of steps linear in the text whenever it is accepted', () => {
    const leaf = fc.constantFrom('a', 'b', '[ab]', 'c');
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}${b}`),
        fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(?:${a}|${b})`),
        fc
          .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}'))
          .map(([body, quantifier]) => `(?:${body})${quantifier}`),
      ),
    }));
    const word = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(pattern, word, (body, pump) => {
        const source = `^(?:${body})$`;
        fc.pre(unsafePatternReason(source) === undefined);
        const short = steps(body, `${pump.join('').repeat(8)}!`);
        const long = steps(body, `${pump.join('').repeat(32)}!`);
        expect(long).toBeLessThan(short * 4 * 2 + 200);
      }),
      { numRuns: 300 },
    );
  });
});

/** Counts the characters a textbook backtracking matcher looks at before it gives `^(?:body)$` up. */
function steps(body: string, text: string): number {
  let count = 0;
  type Next = (at: number) => boolean;
  type Matcher = (at: number, next: Next) => boolean;
  let position = 0;
  const parseChoice = (): Matcher => {
    const options = [parseSequence()];
    while (body[position] === '|') {
      position++;
      options.push(parseSequence());
    }
    return (at, next) => options.some((option) => option(at, next));
  };
  const parseSequence = (): Matcher => {
    const items: Matcher[] = [];
    while (position < body.length && body[position] !== '|' && body[position] !== ')')
      items.push(parseQuantified());
    return items.reduceRight<Matcher>(
      (rest, item) => (at, next) => item(at, (after) => rest(after, next)),
      (at, next) => next(at),
    );
  };
  const parseAtom = (): Matcher => {
    if (body.startsWith('(?:', position)) {
      position += 3;
      const inner = parseChoice();
      position++;
      return inner;
    }
    const set = body[position] === '[' ? body.slice(position + 1, position + 3) : body[position];
    position += set.length === 2 ? 4 : 1;
    return (at, next) => {
      count++;
      return at < text.length && set.includes(text[at]) && next(at + 1);
    };
  };
  const parseQuantified = (): Matcher => {
    const atom = parseAtom();
    const found = /^(?:\*|\+|\?|\{2\}|\{1,3\})/.exec(body.slice(position))?.[0];
    if (!found) return atom;
    position += found.length;
    const [min, max] = (
      { '*': [0, 1e9], '+': [1, 1e9], '?': [0, 1], '{2}': [2, 2], '{1,3}': [1, 3] } as Record<
        string,
        [number, number]
      >
    )[found];
    const repeat =
      (done: number): Matcher =>
      (at, next) =>
        (done < max &&
          atom(at, (after) => (after > at || done < min) && repeat(done + 1)(after, next))) ||
        (done >= min && next(at));
    return repeat(0);
  };
  parseChoice()(0, (at) => at === text.length);
  return count;
}
