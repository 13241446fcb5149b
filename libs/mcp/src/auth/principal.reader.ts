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
  return Object.freeze({
    id,
    scopes: Object.freeze(Array.isArray(scopes) ? scopes.filter(isText) : []),
    ...(isText(displayName) && { displayName }),
    ...(isText(issuer) && { issuer }),
    ...(typeof extra === 'object' && extra !== null && { extra: Object.freeze({ ...extra }) }),
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
