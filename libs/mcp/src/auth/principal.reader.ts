import type { Principal } from './principal.js';

/**
 * A frozen copy of a principal that a validator or a guard of the host has returned. Undefined for anything without an id: nothing is let in by a
 * mistake of whoever identified it. Scopes that are no strings are left out: a misshapen list grants less, never more.
 */
export function readPrincipal(value: unknown): Principal | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, displayName, scopes, issuer, extra } = value as Partial<
    Record<keyof Principal, unknown>
  >;
  if (typeof id !== 'string' || id === '') return undefined;
  const principal: { -readonly [Member in keyof Principal]: Principal[Member] } = {
    id,
    scopes: Object.freeze(Array.isArray(scopes) ? scopes.filter(isText) : []),
  };
  if (isText(displayName)) principal.displayName = displayName;
  if (isText(issuer)) principal.issuer = issuer;
  if (typeof extra === 'object' && extra !== null) principal.extra = Object.freeze({ ...extra });
  return Object.freeze(principal);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
