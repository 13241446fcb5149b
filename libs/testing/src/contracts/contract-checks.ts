import { inspect, isDeepStrictEqual } from 'node:util';
import { ToolExpectationError } from '../tool-expectation.error.js';

/**
 * Compares what a store gave back with what it should. Compared as JSON, because what has been in another process has no prototypes.
 * @param what the subject of the sentence: `the entry after one take`
 */
export function sameJson(actual: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(asJson(actual), asJson(expected))) return;
  throw new ToolExpectationError(
    `Expected ${what} to be ${shown(expected)}, got ${shown(actual)}.`,
  );
}

/** @param sentence what is wrong when the condition does not hold */
export function check(condition: boolean, sentence: string): void {
  if (!condition) throw new ToolExpectationError(sentence);
}

function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function shown(value: unknown): string {
  return inspect(value, { depth: 6, compact: true, breakLength: Number.POSITIVE_INFINITY });
}
