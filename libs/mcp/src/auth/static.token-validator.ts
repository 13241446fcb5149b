import { hash } from 'node:crypto';
import type { Principal } from './principal.js';
import { readPrincipal } from './principal.reader.js';
import type { TokenValidator } from './token-validator.js';

/**
 * Knows a handful of tokens that never expire. For demos and tests, NOT for production: such a token cannot be withdrawn without a deployment, and it stands in
 * the configuration for everybody who can read that.
 *
 * @example
 * ```ts
 * { provide: TokenValidator, useValue: StaticTokenValidator.of({ 'demo-agent': { id: 'ada', scopes: ['orders:read'] } }) }
 * ```
 */
export class StaticTokenValidator implements TokenValidator {
  /** @param principals by the digest of their token: a look-up by digest takes no longer for a token that is nearly right */
  private constructor(private readonly principals: ReadonlyMap<string, Principal>) {}

  /**
   * @param tokens principals by token
   * @throws TypeError for an empty token, and for a principal without an id
   */
  static of(tokens: Readonly<Record<string, Principal>>): StaticTokenValidator {
    return new StaticTokenValidator(
      new Map(
        Object.entries(tokens).map(([token, written], index) => {
          const principal = readPrincipal(written);
          if (token === '' || !principal)
            throw new TypeError(
              `StaticTokenValidator.of(): entry ${index + 1} needs a token and a principal with an id, neither of them empty.`,
            );
          return [digest(token), principal];
        }),
      ),
    );
  }

  validate(token: string): Principal | null {
    return this.principals.get(digest(token)) ?? null;
  }
}

function digest(token: string): string {
  return hash('sha256', token, 'base64');
}
