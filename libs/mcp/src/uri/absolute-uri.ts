/** Longest URI that is looked at, characters. */
export const LONGEST_URI = 4096;

/** A scheme and something after it, of the characters a URI may have (RFC 3986). */
const ABSOLUTE_URI =
  /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;

export function isAbsoluteUri(text: unknown): text is string {
  return typeof text === 'string' && text.length <= LONGEST_URI && ABSOLUTE_URI.test(text);
}
