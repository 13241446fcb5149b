import type { Paint } from '../terminal/colours.js';
import { oneLine } from '../terminal/safe-text.js';
import { drawTable } from '../terminal/table.js';
import type { DifferenceEffect, LockDifference } from './lock-difference.js';

/** Differences, one line each: what they do to policy, where, and what changed. */
export function differencesText(differences: readonly LockDifference[], paint: Paint): string {
  const colours: Readonly<Record<DifferenceEffect, (text: string) => string>> = {
    loosens: paint.red,
    'may loosen': paint.yellow,
    tightens: paint.green,
    changes: paint.dim,
  };
  return drawTable(
    differences.map(({ effect, subject, message }) => [
      { text: effect === 'loosens' ? 'LOOSENS' : effect, paint: colours[effect] },
      { text: oneLine(subject), paint: paint.bold },
      { text: oneLine(message) },
    ]),
  ).join('\n');
}
