/**
 * One string for a list of parts, such that different lists never give the same string.
 * Each part carries its length, so a separator inside a part cannot shift the border; `null` differs from the empty string.
 */
export function injectiveKey(parts: readonly (string | null)[]): string {
  let key = '';
  for (const part of parts) key += part === null ? '-;' : `${part.length}:${part};`;
  return key;
}
