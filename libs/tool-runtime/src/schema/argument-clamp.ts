import { isRecord, type JsonObject } from '../common/json.js';
import { formatPath, type PathSegment } from '../common/value-path.js';
import { MAX_REPORTED_PATHS } from './argument-limits.js';
import type { ClampRule } from './tool-input.js';

/** Arguments in range, and the paths that had to move for it, at most 50. */
export interface ClampedArguments {
  readonly args: JsonObject;
  readonly clamped: readonly string[];
}

const NOTHING: readonly string[] = Object.freeze([]);

/** Stands for every element of an array in {@link ClampRule.path}. */
const EVERY_ELEMENT = '*';

/**
 * Brings values into the range of their rules: numbers to the nearest bound, strings to their first `maxLength` code points.
 * Values of another type, and places that are absent, are left alone. The input is never changed; when nothing has to move it is
 * returned as it is, else a copy that shares with it what did not move.
 */
export function clampArguments(args: JsonObject, rules: readonly ClampRule[]): ClampedArguments {
  if (rules.length === 0) return { args, clamped: NOTHING };
  const clamped: string[] = [];
  let current: unknown = args;
  for (const rule of rules) current = clampWithin(current, rule, [], clamped);
  return { args: current as JsonObject, clamped: clamped.length === 0 ? NOTHING : clamped };
}

function clampWithin(
  value: unknown,
  rule: ClampRule,
  place: readonly PathSegment[],
  clamped: string[],
): unknown {
  if (place.length === rule.path.length) {
    const moved = clampScalar(value, rule);
    if (moved !== value && clamped.length < MAX_REPORTED_PATHS) clamped.push(formatPath(place));
    return moved;
  }
  const next = rule.path[place.length];
  if (Array.isArray(value))
    return next === EVERY_ELEMENT ? clampElements(value, rule, place, clamped) : value;
  if (!isRecord(value) || !Object.hasOwn(value, next)) return value;
  const member = clampWithin(value[next], rule, [...place, next], clamped);
  return member === value[next] ? value : { ...value, [next]: member };
}

function clampElements(
  array: readonly unknown[],
  rule: ClampRule,
  place: readonly PathSegment[],
  clamped: string[],
): readonly unknown[] {
  let copy: unknown[] | undefined;
  array.forEach((element, index) => {
    const moved = clampWithin(element, rule, [...place, index], clamped);
    if (moved !== element) (copy ??= [...array])[index] = moved;
  });
  return copy ?? array;
}

function clampScalar(value: unknown, { min, max, maxLength }: ClampRule): unknown {
  if (typeof value === 'number') {
    if (min !== undefined && value < min) return min;
    return max !== undefined && value > max ? max : value;
  }
  return typeof value === 'string' && maxLength !== undefined && value.length > maxLength
    ? firstCodePoints(value, maxLength)
    : value;
}

/** Cuts between code points, so that no surrogate pair is torn. */
function firstCodePoints(text: string, count: number): string {
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken++)
    end += (text.codePointAt(end) as number) > 0xff_ff ? 2 : 1;
  return text.slice(0, end);
}
