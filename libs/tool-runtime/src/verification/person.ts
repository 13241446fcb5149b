/**
 * The form in which people are told apart: whoever differs only in case, width, blanks or what cannot be seen is the same person. Channels do not tell people apart
 * either, so that nobody approves twice by using two of them. When in doubt two people count as one, which refuses and never releases.
 */
export function personOf(principal: string): string {
  return principal
    .normalize('NFKC')
    .replaceAll(/\p{Cf}+/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** True when two principals are one person; nobody is never anybody. */
export function isSamePerson(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && personOf(one) === personOf(other);
}

/** A verifier that decides by itself counts as a person of its own, whom no principal can pass for: {@link personOf} leaves no such character. */
export function personOfVerifier(name: string): string {
  return `\u0000${name}`;
}
