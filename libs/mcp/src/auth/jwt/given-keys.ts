import { createPublicKey, KeyObject } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { isRecord } from '../../mcp.option-checks.js';
import { privateKey, symmetricKey, unusableKey } from '../auth.messages.js';
import type { PublicJwk } from './jwt.options.js';

/** A usable key, or what is wrong with it. */
export type GivenKey = { readonly jwk: PublicJwk } | { readonly problem: string };

/** Smallest RSA key that signatures are accepted of, bits (RFC 7518, section 3.3). */
const MIN_RSA_BITS = 2048;

/**
 * A public key from configuration, as a JWK.
 * @param path where it stands, for messages
 */
export function readGivenKey(path: string, given: unknown): GivenKey {
  try {
    return isRecord(given) && !(given instanceof KeyObject)
      ? fromJwk(path, given)
      : fromKey(path, given);
  } catch (error) {
    return { problem: unusableKey(path, reasonOf(error)) };
  }
}

/** Its other members (`kid`, `alg`, `use`) say which tokens it is for, so they stay. */
function fromJwk(path: string, jwk: PublicJwk): GivenKey {
  if (jwk['kty'] === 'oct') return { problem: symmetricKey(path) };
  if ('d' in jwk) return { problem: privateKey(path) };
  const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
  const problem = weakness(path, key);
  return problem === undefined ? { jwk: { ...jwk } } : { problem };
}

function fromKey(path: string, given: unknown): GivenKey {
  if (typeof given !== 'string' && !(given instanceof KeyObject))
    return { problem: unusableKey(path, 'it must be a PEM text, a JWK or a KeyObject.') };
  if (given instanceof KeyObject && given.type === 'secret') return { problem: symmetricKey(path) };
  if (given instanceof KeyObject ? given.type === 'private' : given.includes('PRIVATE KEY'))
    return { problem: privateKey(path) };
  const key = given instanceof KeyObject ? given : createPublicKey(given);
  const problem = weakness(path, key);
  return problem === undefined ? { jwk: { ...key.export({ format: 'jwk' }) } } : { problem };
}

function weakness(path: string, key: KeyObject): string | undefined {
  const bits = key.asymmetricKeyDetails?.modulusLength;
  return bits !== undefined && bits < MIN_RSA_BITS
    ? unusableKey(path, `it has ${bits} bits, and RSA keys need ${MIN_RSA_BITS}.`)
    : undefined;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it cannot be read.';
}
