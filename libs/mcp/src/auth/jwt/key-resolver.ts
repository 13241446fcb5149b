import type { CryptoKey, FlattenedJWSInput, JWSHeaderParameters } from 'jose';

/**
 * Finds the key that a token says it was signed with.
 *
 * Rejects with an error of jose when there is none, and with TokenValidationUnavailableError when nobody can tell.
 */
export type KeyResolver = (
  header: JWSHeaderParameters,
  input: FlattenedJWSInput,
) => Promise<CryptoKey>;

/** Makes a resolver of a JWK set, and throws when it is none: `createLocalJWKSet` of jose. */
export type KeySetReader = (keySet: { keys: Record<string, unknown>[] }) => KeyResolver;

/** Code of jose's error for a set without a key for the token. */
export const NO_MATCHING_KEY = 'ERR_JWKS_NO_MATCHING_KEY';

/** The code of a jose error; undefined for anything else. */
export function joseCodeOf(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
