import { headerValues } from './node-request.js';
import type { NodeRequest } from './node-request.js';

/** The token of a request, or whether there was something that may have been meant as one. */
export type BearerCredentials =
  { readonly token: string } | { readonly token: undefined; readonly sent: boolean };

/** Longest token that is looked at, characters. More than any header of Node.js with its default limits can hold. */
const MAX_TOKEN = 16_384;
/** `token68` (RFC 6750, section 2.1); the scheme knows no case (RFC 9110, section 11.1). */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
const BEARER_WITHOUT_TOKEN = /^bearer *$/i;
const BEARER_SCHEME = /^bearer /i;

const NOTHING_SENT: BearerCredentials = { token: undefined, sent: false };
const NOT_ACCEPTED: BearerCredentials = { token: undefined, sent: true };

/**
 * The bearer token of a request: from exactly one `Authorization` header. A token in the query makes the whole request unacceptable, because it has
 * been written to the logs of everything it passed (OAuth 2.1, section 5.1).
 */
export function readBearerToken(request: NodeRequest): BearerCredentials {
  if (hasQueryToken(request.url)) return NOT_ACCEPTED;
  const values = headerValues(request, 'authorization');
  if (values.length > 1) return values.some(isBearer) ? NOT_ACCEPTED : NOTHING_SENT;
  const value = (values[0] ?? '').trim();
  // The length comes first, so that no pattern runs over what is too long anyway.
  if (value.length > MAX_TOKEN) return isBearer(value) ? NOT_ACCEPTED : NOTHING_SENT;
  const token = BEARER.exec(value)?.[1];
  if (token !== undefined) return { token };
  return isBearer(value) ? NOT_ACCEPTED : NOTHING_SENT;
}

function isBearer(value: string): boolean {
  return BEARER_SCHEME.test(value) && !BEARER_WITHOUT_TOKEN.test(value);
}

function hasQueryToken(url: string | undefined): boolean {
  const start = url?.indexOf('?') ?? -1;
  return start >= 0 && new URLSearchParams(url?.slice(start)).has('access_token');
}
