import type { Awaitable } from '@toolgate/tool-runtime';
import type { Principal } from './principal.js';

/**
 * Decides whether a bearer token is good for this server. `null` refuses it with 401; why never reaches the caller.
 * Throw {@link TokenValidationUnavailableError} when nobody can decide right now: that is 503, not 401.
 */
export interface TokenValidator {
  /** @param ip address of the sender, when known */
  validate(token: string, ip: string | null): Awaitable<Principal | null>;
}

/** Injection token of the {@link TokenValidator}. */
export const TokenValidator = Symbol('TokenValidator');

/** The keys to check a token with cannot be had. */
export class TokenValidationUnavailableError extends Error {
  constructor(options?: { readonly cause?: unknown }) {
    super('Tokens cannot be checked right now.', options);
    this.name = 'TokenValidationUnavailableError';
  }
}
