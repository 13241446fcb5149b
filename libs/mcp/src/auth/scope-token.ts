/** Characters of a scope (RFC 6749, section 3.3). None of them can end a quoted string or a header. */
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** True for a text that may stand in a scope list of OAuth. */
export function isScopeToken(scope: string): boolean {
  return SCOPE_TOKEN.test(scope);
}
