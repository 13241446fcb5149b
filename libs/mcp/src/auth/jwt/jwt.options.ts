import type { KeyObject } from 'node:crypto';
import type { Awaitable } from '@toolgate/tool-runtime';
import type { Principal } from '../principal.js';

/** Signature algorithms with a public key (RFC 7518, section 3.1; RFC 8037; RFC 9864). */
export const JWT_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

/** Signature algorithms a validator may accept: asymmetric ones only (RFC 7518, RFC 8037). */
export type JwtAlgorithm = (typeof JWT_ALGORITHMS)[number];

/** A public key as JSON (RFC 7517). */
export type PublicJwk = Readonly<Record<string, unknown>>;

/** The verified claims of a token (RFC 7519, section 4). */
export type JwtClaims = Readonly<Record<string, unknown>>;

/** Options of {@link JwtTokenValidator}. */
export interface JwtTokenValidatorOptions {
  /** Who issues the tokens, exactly as `iss` has it. Several only if they share their keys. */
  readonly issuer: string | readonly string[];
  /**
   * What tokens must be meant for (`aud`): the public URL of the server, and whatever else the authorization server calls it. URLs match with or without ONE
   * slash at the end and whatever the case of the host; everything else matches exactly.
   */
  readonly audience: string | readonly string[];
  /** Where the issuer publishes its keys. Fetched when first needed. One of this, {@link jwks} and {@link key} is needed. */
  readonly jwksUri?: string;
  /** The issuer's keys themselves. */
  readonly jwks?: { readonly keys: readonly PublicJwk[] };
  /** The issuer's only key: PEM, JWK or a key of `node:crypto`. */
  readonly key?: string | KeyObject | PublicJwk;
  /** @default ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] */
  readonly algorithms?: readonly JwtAlgorithm[];
  /** How far the clocks of issuer and server may be apart, seconds, at most 60. @default 5 */
  readonly clockToleranceSeconds?: number;
  /** Refuses tokens that are good for longer than this from now on, seconds: such an `exp` is a mistake, often milliseconds taken for seconds. @default 31622400 (366 days) */
  readonly maxLifetimeSeconds?: number;
  /** What `typ` must say, such as `at+jwt` (RFC 9068). @default anything */
  readonly tokenType?: string;
  /**
   * Whether the issuer is part of the principal (see `principalText`). Set it when other validators of the application have other issuers.
   * @default true with several issuers, false with one
   */
  readonly bindIssuer?: boolean;
  /** Keys older than this are fetched again in the background, milliseconds. @default 600000 (10 min) */
  readonly jwksRefreshMs?: number;
  /** How long keys are good while no newer ones can be had, milliseconds. Afterwards no token can be checked. @default 3600000 (1 h) */
  readonly jwksMaxAgeMs?: number;
  /** Least pause between two fetches for keys that are not known, milliseconds. @default 30000 */
  readonly jwksCooldownMs?: number;
  /** Longest wait for the keys, milliseconds. @default 5000 */
  readonly jwksTimeoutMs?: number;
  /** Accepts an http {@link jwksUri} that is not loopback. @default false */
  readonly allowInsecureJwksUri?: boolean;
  /**
   * Makes the principal of verified claims, starting from the one this validator would return; null refuses the token. For roles that live in other claims, for
   * accounts that are blocked. What it throws is 503.
   */
  readonly principalOf?: (claims: JwtClaims, principal: Principal) => Awaitable<Principal | null>;
}

/** {@link JwtTokenValidatorOptions}, every default filled in. */
export interface ResolvedJwtOptions {
  readonly issuers: readonly string[];
  readonly audiences: readonly string[];
  readonly algorithms: readonly JwtAlgorithm[];
  readonly clockToleranceSeconds: number;
  readonly maxLifetimeSeconds: number;
  readonly tokenType: string | undefined;
  readonly bindIssuer: boolean;
  readonly keySource: KeySource;
  readonly principalOf: JwtTokenValidatorOptions['principalOf'];
}

/** Where the keys come from. */
export type KeySource =
  | { readonly kind: 'given'; readonly keys: readonly PublicJwk[] }
  | ({ readonly kind: 'remote' } & RemoteKeySetOptions);

export interface RemoteKeySetOptions {
  readonly uri: string;
  readonly refreshMs: number;
  readonly maxAgeMs: number;
  readonly cooldownMs: number;
  readonly timeoutMs: number;
}
