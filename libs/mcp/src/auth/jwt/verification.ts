import type { CryptoKey, JWTPayload, JWTVerifyOptions } from 'jose';
import type { Jose } from './jose.loader.js';
import { joseCodeOf } from './key-resolver.js';
import type { KeyResolver } from './key-resolver.js';

/** Most keys that one token is tried with. A token that names its key needs one. */
const MAX_TRIES = 8;

const SEVERAL_KEYS = 'ERR_JWKS_MULTIPLE_MATCHING_KEYS';
const WRONG_KEY = 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED';

/** The claims of a token whose signature and registered claims are good. Rejects with an error of jose otherwise, and with whatever `resolveKey` rejects with. */
export async function verifiedClaims(
  { jwtVerify }: Jose,
  token: string,
  resolveKey: KeyResolver,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, resolveKey, options)).payload;
  } catch (error) {
    if (joseCodeOf(error) !== SEVERAL_KEYS) throw error;
    // The error is the list of the keys that may be meant.
    return tryKeys(error as AsyncIterable<CryptoKey>, async (key) => {
      return (await jwtVerify(token, key, options)).payload;
    });
  }
}

async function tryKeys<T>(
  keys: AsyncIterable<CryptoKey>,
  verify: (key: CryptoKey) => Promise<T>,
): Promise<T> {
  let left = MAX_TRIES;
  let wrongKey: unknown;
  for await (const key of keys) {
    try {
      return await verify(key);
    } catch (error) {
      if (joseCodeOf(error) !== WRONG_KEY) throw error;
      wrongKey = error;
    }
    if (--left === 0) break;
  }
  throw wrongKey;
}
