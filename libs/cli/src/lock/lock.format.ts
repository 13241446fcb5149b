import { jsonText } from '../terminal/safe-text.js';
import type { ToolLock } from './tool-lock.js';

/** The text of a lock file: indented JSON with sorted keys, so that a change of order is no change and a review shows what changed. */
export function formatLock(lock: ToolLock): string {
  return `${jsonText(sorted(lock))}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => [key, sorted(member)] as const);
  return Object.fromEntries(members);
}
