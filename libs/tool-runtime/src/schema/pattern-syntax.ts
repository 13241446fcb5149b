/** A set of characters: one bit per ASCII character, and bit 128 for everything beyond. */
export type CharacterSet = bigint;

const ASCII = 128;
/** All characters beyond ASCII count as one: two sets that both hold some are taken to overlap, which errs on the safe side. */
const BEYOND_ASCII: CharacterSet = 1n << BigInt(ASCII);
export const ANY_CHARACTER: CharacterSet = (1n << BigInt(ASCII + 1)) - 1n;

/** What a regular expression says, reduced to what decides how its matcher backtracks. */
export type PatternNode =
  | { readonly type: 'characters'; readonly set: CharacterSet }
  | { readonly type: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly type: 'choice'; readonly options: readonly PatternNode[] }
  | {
      readonly type: 'repeat';
      readonly body: PatternNode;
      readonly min: number;
      /** `Infinity` when there is no upper bound. */
      readonly max: number;
    }
  | { readonly type: 'assertion'; readonly kind: 'start' | 'end' | 'boundary' }
  | { readonly type: 'look'; readonly behind: boolean; readonly body: PatternNode };

/** The pattern uses something whose cost cannot be judged from its structure. */
export class UnsupportedPatternError extends Error {}

/**
 * Parses an ECMAScript pattern that `new RegExp` has already accepted.
 * @throws UnsupportedPatternError for back-references and for syntax newer than this parser
 */
export function parsePattern(source: string, ignoreCase = false): PatternNode {
  return new PatternParser(source, ignoreCase).parse();
}

class PatternParser {
  private readonly characters: readonly string[];
  private at = 0;

  constructor(
    source: string,
    private readonly ignoreCase: boolean,
  ) {
    this.characters = Array.from(source);
  }

  parse(): PatternNode {
    const node = this.choice();
    if (this.at < this.characters.length) throw new UnsupportedPatternError('an unmatched ")"');
    return node;
  }

  private choice(): PatternNode {
    const options = [this.sequence()];
    while (this.take('|')) options.push(this.sequence());
    return options.length === 1 ? options[0] : { type: 'choice', options };
  }

  private sequence(): PatternNode {
    const items: PatternNode[] = [];
    while (this.at < this.characters.length && !this.sees('|') && !this.sees(')'))
      items.push(this.quantified(this.atom()));
    return items.length === 1 ? items[0] : { type: 'sequence', items };
  }

  private quantified(body: PatternNode): PatternNode {
    const bounds = this.quantifier();
    if (!bounds) return body;
    // Greedy and lazy try the same ways in another order.
    this.take('?');
    return { type: 'repeat', body, min: bounds[0], max: bounds[1] };
  }

  private quantifier(): readonly [number, number] | undefined {
    if (this.take('*')) return [0, Infinity];
    if (this.take('+')) return [1, Infinity];
    if (this.take('?')) return [0, 1];
    if (!this.sees('{')) return undefined;
    const rest = this.characters.slice(this.at, this.at + 40).join('');
    const braces = /^\{(\d+)(,(\d*))?\}/.exec(rest);
    if (!braces) return undefined;
    this.at += braces[0].length;
    const min = Number(braces[1]);
    if (braces[2] === undefined) return [min, min];
    return [min, braces[3] === '' ? Infinity : Number(braces[3])];
  }

  private atom(): PatternNode {
    const character = this.next();
    switch (character) {
      case '^':
        return { type: 'assertion', kind: 'start' };
      case '$':
        return { type: 'assertion', kind: 'end' };
      case '.':
        return this.set(ANY_CHARACTER & ~single('\n') & ~single('\r'));
      case '(':
        return this.group();
      case '[':
        return this.set(this.characterClass());
      case '\\':
        return this.escape();
      default:
        return this.set(single(character));
    }
  }

  private group(): PatternNode {
    let look: { readonly behind: boolean } | undefined;
    if (this.take('?')) {
      if (this.take('=') || this.take('!')) look = { behind: false };
      else if (this.take('<')) {
        if (this.take('=') || this.take('!')) look = { behind: true };
        else while (!this.take('>')) this.next();
      } else if (!this.take(':')) throw new UnsupportedPatternError('a group modifier');
    }
    const body = this.choice();
    if (!this.take(')')) throw new UnsupportedPatternError('an unfinished group');
    return look ? { type: 'look', behind: look.behind, body } : body;
  }

  private escape(): PatternNode {
    const character = this.next();
    if (character === 'b' || character === 'B') return { type: 'assertion', kind: 'boundary' };
    if (/[1-9]/.test(character) || character === 'k')
      throw new UnsupportedPatternError('a back-reference');
    return this.set(this.escapedSet(character));
  }

  private characterClass(): CharacterSet {
    const negated = this.take('^');
    let set = 0n;
    while (!this.take(']')) {
      const from = this.classMember();
      if (!this.sees('-') || this.sees(']', 1) || from.character === undefined) {
        set |= from.set;
        continue;
      }
      this.next();
      const to = this.classMember();
      if (to.character === undefined) set |= from.set | single('-') | to.set;
      else set |= range(from.character, to.character);
    }
    if (this.ignoreCase) set = foldCase(set);
    return negated ? complement(set) : set;
  }

  private classMember(): { readonly set: CharacterSet; readonly character?: string } {
    const character = this.next();
    if (character !== '\\') return { set: single(character), character };
    const escaped = this.next();
    if (escaped === 'b') return { set: single('\b'), character: '\b' };
    if (/[dDwWsSpP]/.test(escaped)) return { set: this.escapedSet(escaped) };
    const literal = this.escapedCharacter(escaped);
    return { set: single(literal), character: literal };
  }

  private escapedSet(character: string): CharacterSet {
    switch (character) {
      case 'd':
        return DIGITS;
      case 'D':
        return complement(DIGITS);
      case 'w':
        return WORD;
      case 'W':
        return complement(WORD);
      case 's':
        return WHITESPACE;
      case 'S':
        return complement(WHITESPACE);
      case 'p':
      case 'P':
        return this.property(character);
      default:
        return single(this.escapedCharacter(character));
    }
  }

  private property(letter: 'p' | 'P'): CharacterSet {
    let name = '';
    while (!name.endsWith('}')) name += this.next();
    const matcher = new RegExp(`^\\${letter}${name}$`, 'u');
    return setOf((candidate) => matcher.test(candidate)) | BEYOND_ASCII;
  }

  private escapedCharacter(character: string): string {
    switch (character) {
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'v':
        return '\v';
      case 'f':
        return '\f';
      case '0':
        return '\0';
      case 'c':
        return String.fromCodePoint((this.next().codePointAt(0) ?? 0) % 32);
      case 'x':
        return this.codePoint(/^[0-9a-fA-F]{2}/);
      case 'u':
        return this.codePoint(/^(?:[0-9a-fA-F]{4}|\{[0-9a-fA-F]{1,8}\})/);
      default:
        return character;
    }
  }

  /** Hexadecimal digits of an escape; without them the escape stands for its letter, as old patterns have it. */
  private codePoint(digits: RegExp): string {
    const found = digits.exec(this.characters.slice(this.at, this.at + 12).join(''));
    if (!found) return this.characters[this.at - 1];
    this.at += found[0].length;
    return String.fromCodePoint(Number.parseInt(found[0].replace(/[{}]/g, ''), 16));
  }

  private set(set: CharacterSet): PatternNode {
    return { type: 'characters', set: this.ignoreCase ? foldCase(set) : set };
  }

  private sees(character: string, ahead = 0): boolean {
    return this.characters[this.at + ahead] === character;
  }

  private take(character: string): boolean {
    if (!this.sees(character)) return false;
    this.at += 1;
    return true;
  }

  private next(): string {
    const character = this.characters[this.at];
    if (character === undefined) throw new UnsupportedPatternError('an unfinished construct');
    this.at += 1;
    return character;
  }
}

const DIGITS = setOf((character) => /\d/.test(character));
const WORD = setOf((character) => /\w/.test(character));
const WHITESPACE = setOf((character) => /\s/.test(character)) | BEYOND_ASCII;
const CASED: readonly (readonly [CharacterSet, CharacterSet])[] = 'abcdefghijklmnopqrstuvwxyz'
  .split('')
  .map((letter) => [single(letter), single(letter.toUpperCase())] as const);

function single(character: string): CharacterSet {
  const code = character.codePointAt(0) ?? 0;
  return code < ASCII ? 1n << BigInt(code) : BEYOND_ASCII;
}

function range(from: string, to: string): CharacterSet {
  const first = from.codePointAt(0) ?? 0;
  const last = to.codePointAt(0) ?? 0;
  let set = last >= ASCII ? BEYOND_ASCII : 0n;
  for (let code = first; code <= last && code < ASCII; code++) set |= 1n << BigInt(code);
  return set;
}

function setOf(holds: (character: string) => boolean): CharacterSet {
  let set = 0n;
  for (let code = 0; code < ASCII; code++)
    if (holds(String.fromCodePoint(code))) set |= 1n << BigInt(code);
  return set;
}

/** What is beyond ASCII stays in: the complement of some of it is some of it. */
function complement(set: CharacterSet): CharacterSet {
  return (ANY_CHARACTER & ~set) | BEYOND_ASCII;
}

function foldCase(set: CharacterSet): CharacterSet {
  let folded = set;
  for (const [lower, upper] of CASED)
    if (set & (lower | upper)) folded |= lower | upper | BEYOND_ASCII;
  return folded;
}
