import { PatternAutomaton, PatternTooComplexError } from './pattern-automaton.js';
import { parsePattern, UnsupportedPatternError } from './pattern-syntax.js';
import type { PatternNode } from './pattern-syntax.js';

/**
 * Says why a regular expression must not be run on text that a caller sends: a backtracking matcher could need more than
 * linear time for it. The answer errs on the safe side; what it accepts is linear, some of what it refuses is too.
 *
 * Judged by the ambiguity of the pattern's position automaton (A. Weber and H. Seidl, "On the degree of ambiguity of finite
 * automata", 1991), with the matcher's own rules for anchors, for empty iterations and for success without an end anchor.
 *
 * @param source the pattern without slashes
 * @param flags as of `RegExp`; a JSON Schema `pattern` runs with `u`
 * @returns what is wrong and what to do, to be put behind the pattern's place; undefined when the pattern is safe
 */
export function unsafePatternReason(source: string, flags = 'u'): string | undefined {
  try {
    new RegExp(source, flags);
  } catch {
    return 'is not a valid ECMAScript regular expression; correct it';
  }
  try {
    return reasonOf(parsePattern(source, flags.includes('i')), false);
  } catch (thrown) {
    if (thrown instanceof UnsupportedPatternError)
      return `uses ${thrown.message}, whose cost cannot be bounded; write it without`;
    if (thrown instanceof PatternTooComplexError || thrown instanceof RangeError)
      return 'is too complex to be proved safe; simplify it or check the value in the tool';
    throw thrown;
  }
}

/** @param startsHere the match can only begin at one place, because of an anchor or because it is a look-around */
function reasonOf(pattern: PatternNode, startsHere: boolean): string | undefined {
  for (const alternative of alternatives(pattern)) {
    const reason = alternativeReason(alternative, startsHere);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function alternativeReason(pattern: PatternNode, startsHere: boolean): string | undefined {
  const anywhere = !startsHere && !isAnchored(pattern);
  for (const look of lookArounds(pattern)) {
    if (look.behind && hasLoop(look.body)) return LOOK_BEHIND;
    const reason = reasonOf(look.body, true);
    if (reason !== undefined) return reason;
  }
  if (looksFarAgain(pattern, anywhere).again) return LOOK_AHEAD;
  for (const body of repeatedBodies(pattern)) {
    const repeated: PatternNode = { type: 'repeat', body, min: 0, max: Infinity };
    if (new PatternAutomaton(repeated, { anywhere: false, open: false }).hasExponentialAmbiguity())
      return EXPONENTIAL;
  }
  const automaton = new PatternAutomaton(pattern, { anywhere, open: isOpen(pattern) });
  if (automaton.hasExponentialAmbiguity()) return EXPONENTIAL;
  if (automaton.hasPolynomialAmbiguity()) return anywhere ? UNANCHORED : POLYNOMIAL;
  return undefined;
}

const EXPONENTIAL =
  'can take exponential time: the same text fits a repeated part in several ways; make the parts exclude each other, as in ^\\w+(?:,\\w+)*$';
const POLYNOMIAL =
  'can take quadratic time: two unbounded repetitions can match the same text; separate them, or bound one, as in {1,10}';
const UNANCHORED =
  'can take quadratic time: it may begin anywhere, and has an unbounded repetition; begin it with ^, or bound the repetition, as in {1,10}';
const LOOK_AHEAD =
  'can take quadratic time: a look-ahead of unbounded length is tried at many places; move it to the start, behind ^';
const LOOK_BEHIND = 'uses a look-behind of unbounded length; bound it, as in {1,10}';

/** Alternatives at the top are tried one after the other: each has its own anchors and its own cost. */
function alternatives(pattern: PatternNode): readonly PatternNode[] {
  return pattern.type === 'choice' ? pattern.options.flatMap(alternatives) : [pattern];
}

function isAnchored(pattern: PatternNode): boolean {
  switch (pattern.type) {
    case 'assertion':
      return pattern.kind === 'start';
    case 'choice':
      return pattern.options.every(isAnchored);
    case 'sequence': {
      const first = pattern.items.find((item) => item.type !== 'look');
      return first !== undefined && isAnchored(first);
    }
    default:
      return false;
  }
}

/** Nothing but a leading anchor has to hold besides the characters: reaching the last one is success. */
function isOpen(pattern: PatternNode): boolean {
  const items = pattern.type === 'sequence' ? pattern.items : [pattern];
  const rest = items[0]?.type === 'assertion' && items[0].kind === 'start' ? items.slice(1) : items;
  return !rest.some((item) => some(item, ({ type }) => type === 'assertion' || type === 'look'));
}

function hasLoop(pattern: PatternNode): boolean {
  return some(pattern, (node) => node.type === 'repeat' && node.max === Infinity);
}

function lookArounds(pattern: PatternNode): readonly (PatternNode & { type: 'look' })[] {
  if (pattern.type === 'look') return [pattern];
  return children(pattern).flatMap(lookArounds);
}

/** A look-ahead that can read far is paid for once only where nothing unbounded comes before it. */
function looksFarAgain(
  pattern: PatternNode,
  loopBefore: boolean,
): { readonly again: boolean; readonly loop: boolean } {
  switch (pattern.type) {
    case 'look':
      return { again: loopBefore && hasLoop(pattern.body), loop: loopBefore };
    case 'repeat':
      return {
        again: looksFarAgain(pattern.body, loopBefore || pattern.max > 1).again,
        loop: loopBefore || pattern.max === Infinity || hasLoop(pattern.body),
      };
    case 'sequence': {
      let loop = loopBefore;
      let again = false;
      for (const item of pattern.items) {
        const seen = looksFarAgain(item, loop);
        again ||= seen.again;
        loop = seen.loop;
      }
      return { again, loop };
    }
    case 'choice': {
      const seen = pattern.options.map((option) => looksFarAgain(option, loopBefore));
      return { again: seen.some(({ again }) => again), loop: seen.some(({ loop }) => loop) };
    }
    default:
      return { again: false, loop: loopBefore };
  }
}

/** Bodies of bounded repetitions: a finite number of ways is still too many when it grows with the bound. */
function repeatedBodies(pattern: PatternNode): readonly PatternNode[] {
  const inner = pattern.type === 'look' ? [] : children(pattern).flatMap(repeatedBodies);
  return pattern.type === 'repeat' &&
    pattern.max > 1 &&
    pattern.max !== Infinity &&
    pattern.body.type !== 'characters'
    ? [pattern.body, ...inner]
    : inner;
}

function children(pattern: PatternNode): readonly PatternNode[] {
  switch (pattern.type) {
    case 'sequence':
      return pattern.items;
    case 'choice':
      return pattern.options;
    case 'repeat':
    case 'look':
      return [pattern.body];
    default:
      return [];
  }
}

function some(pattern: PatternNode, holds: (node: PatternNode) => boolean): boolean {
  return holds(pattern) || children(pattern).some((child) => some(child, holds));
}
