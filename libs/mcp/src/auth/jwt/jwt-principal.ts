import type { Principal } from '../principal.js';
import type { JwtClaims } from './jwt.options.js';

/**
 * The principal of verified claims: `sub`, and the scopes of `scope` (RFC 8693, section 4.2) or else of `scp`, as text or as list. `*`, which stands for every
 * scope in the runtime, is never taken from a token: authorization servers may let clients name the scopes they want.
 */
export function principalOfClaims(
  subject: string,
  claims: JwtClaims,
  bindIssuer: boolean,
): Principal {
  const { iss, name, scope, scp, client_id, azp } = claims;
  const client = client_id ?? azp;
  return {
    id: subject,
    scopes: scopesOf(scope ?? scp),
    ...(bindIssuer && typeof iss === 'string' && { issuer: iss }),
    ...(typeof name === 'string' && { displayName: name }),
    ...(typeof client === 'string' && { extra: { client_id: client } }),
  };
}

function scopesOf(claim: unknown): string[] {
  const words: unknown[] = typeof claim === 'string' ? claim.split(' ') : list(claim);
  const scopes = words.filter((word) => typeof word === 'string' && word !== '' && word !== '*');
  return [...new Set(scopes as string[])];
}

function list(claim: unknown): unknown[] {
  return Array.isArray(claim) ? claim : [];
}
