/** Longer names are not compared: the caller chose them, and comparing is quadratic. */
const MAX_COMPARED_LENGTH = 64;

/**
 * The candidate a misspelled name most likely meant: the same name in another case or with other separators, else the one
 * that differs by the fewest typing errors, at most a third of its length.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > MAX_COMPARED_LENGTH) return undefined;
  const plain = withoutSeparators(name);
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    if (candidate.length > MAX_COMPARED_LENGTH) continue;
    const tolerance = Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3));
    const other = withoutSeparators(candidate);
    const distance = plain === other ? 0 : typingErrors(plain, other);
    if (distance <= tolerance && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function withoutSeparators(name: string): string {
  return name.toLowerCase().replace(/[_\-.\s]/g, '');
}

/** Insertions, deletions and substitutions between two short strings (Levenshtein). */
function typingErrors(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const substitution =
        previous[column - 1] + (left.charCodeAt(row - 1) === right.charCodeAt(column - 1) ? 0 : 1);
      current.push(Math.min(substitution, previous[column] + 1, current[column - 1] + 1));
    }
    previous = current;
  }
  return previous[right.length];
}
