import { change, changes, loosens, mayLoosen, tightens } from '../lock-difference.js';
import type { Change } from '../lock-difference.js';
import { sameJson, shown } from './same-json.js';

/** Keywords that allow more when they are higher. */
const UPPER_BOUNDS: ReadonlySet<string> = new Set([
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
]);
/** Keywords that allow more when they are lower. */
const LOWER_BOUNDS: ReadonlySet<string> = new Set([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
]);
/** Other keywords that only ever forbid, whatever stands beside them. */
const DEMANDS: ReadonlySet<string> = new Set([
  '$ref',
  'allOf',
  'const',
  'contains',
  'dependentRequired',
  'format',
  'multipleOf',
  'not',
  'pattern',
]);
/** Keywords that say something and forbid nothing. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$comment',
  '$id',
  '$schema',
  'contentEncoding',
  'contentMediaType',
  'default',
  'deprecated',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
]);

/**
 * What the change of one keyword means that has no schemas in it. A demand that comes forbids, one that goes does not; one that
 * is another, and every keyword that works together with others, cannot be compared.
 */
export function diffKeyword(
  keyword: string,
  before: unknown,
  after: unknown,
  where: string,
): readonly Change[] {
  if (sameJson(before, after)) return [];
  if (ANNOTATIONS.has(keyword)) return [changes(annotation(keyword, before, after, where))];
  if (keyword === 'enum') return diffEnum(before, after, where);
  if (keyword === 'uniqueItems') return diffUnique(before === true, after === true, where);
  const message = `${where}: ${keyword} is ${shown(after)} instead of ${shown(before)}`;
  if (![UPPER_BOUNDS, LOWER_BOUNDS, DEMANDS].some((group) => group.has(keyword)))
    return [mayLoosen(message)];
  if (after === undefined) return [loosens(`${where}: ${keyword} ${shown(before)} removed`)];
  if (before === undefined) return [tightens(`${where}: ${keyword} ${shown(after)} added`)];
  if (typeof before === 'number' && typeof after === 'number') {
    if (UPPER_BOUNDS.has(keyword)) return [change(after > before, message)];
    if (LOWER_BOUNDS.has(keyword)) return [change(after < before, message)];
  }
  return [mayLoosen(message)];
}

function annotation(keyword: string, before: unknown, after: unknown, where: string): string {
  // Texts are long, and the difference of the file shows them better than a line could.
  if (keyword === 'description' || keyword === 'title') return `${where}: another ${keyword}`;
  return `${where}: ${keyword} is ${shown(after)} instead of ${shown(before)}`;
}

function diffEnum(before: unknown, after: unknown, where: string): readonly Change[] {
  if (!Array.isArray(before)) return [tightens(`${where}: restricted to ${shown(after)}`)];
  if (!Array.isArray(after)) return [loosens(`${where}: no longer restricted to ${shown(before)}`)];
  const added = after.filter((value) => !before.some((other) => sameJson(other, value)));
  const removed = before.filter((value) => !after.some((other) => sameJson(other, value)));
  return [
    ...added.map((value) => loosens(`${where}: value ${shown(value)} added to enum`)),
    ...removed.map((value) => tightens(`${where}: value ${shown(value)} removed from enum`)),
  ];
}

function diffUnique(before: boolean, after: boolean, where: string): readonly Change[] {
  if (before === after) return [];
  return [change(before, `${where}: uniqueItems ${before ? 'removed' : 'added'}`)];
}
