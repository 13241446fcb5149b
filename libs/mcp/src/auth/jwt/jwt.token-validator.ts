import { Logger } from '@nestjs/common';
import { systemClock } from '@toolgate/tool-runtime';
import type { Clock } from '@toolgate/tool-runtime';
import type { JWTVerifyOptions } from 'jose';
import type { Principal } from '../principal.js';
import { TokenValidationUnavailableError } from '../token-validator.js';
import type { TokenValidator } from '../token-validator.js';
import { canonicalAudience, isMeantFor } from './audience.js';
import { loadJose } from './jose.loader.js';
import type { Jose } from './jose.loader.js';
import { principalOfClaims } from './jwt-principal.js';
import type { JwtClaims, JwtTokenValidatorOptions, ResolvedJwtOptions } from './jwt.options.js';
import { resolveJwtOptions } from './jwt.options.resolver.js';
import { joseCodeOf } from './key-resolver.js';
import type { KeyResolver } from './key-resolver.js';
import { RemoteKeys } from './remote-keys.js';
import { verifiedClaims } from './verification.js';

/** What a {@link JwtTokenValidator} takes from its surroundings. */
export interface JwtTokenValidatorEnvironment {
  /** @default the machine's */
  readonly clock?: Clock;
}

/**
 * Checks access tokens that are signed JWTs: signature with a pinned asymmetric algorithm and a key of the issuer, `iss`, `aud`, `exp`, `nbf` and `sub`
 * (RFC 9068, section 4). A token that fails any of it is refused, and why is told to the server's log at level `debug` only.
 *
 * Needs the package `jose`.
 *
 * @example
 * ```ts
 * McpModule.forRoot({
 *   …,
 *   auth: { publicUrl: 'https://api.example.com/mcp', authorizationServers: ['https://login.example.com'] },
 *   providers: [
 *     {
 *       provide: TokenValidator,
 *       useFactory: () =>
 *         JwtTokenValidator.create({
 *           issuer: 'https://login.example.com',
 *           audience: 'https://api.example.com/mcp',
 *           jwksUri: 'https://login.example.com/.well-known/jwks.json',
 *         }),
 *     },
 *   ],
 * })
 * ```
 */
export class JwtTokenValidator implements TokenValidator {
  private readonly logger = new Logger(JwtTokenValidator.name);

  private constructor(
    private readonly options: ResolvedJwtOptions,
    private readonly jose: Jose,
    private readonly resolveKey: KeyResolver,
    private readonly audiences: ReadonlySet<string>,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a validator. Fetches nothing yet.
   * @throws JwtConfigurationError listing everything that is wrong with the options; an audience is never optional
   * @throws Error when the package `jose` is not installed
   */
  static async create(
    written: JwtTokenValidatorOptions,
    { clock = systemClock }: JwtTokenValidatorEnvironment = {},
  ): Promise<JwtTokenValidator> {
    const options = resolveJwtOptions(written);
    const jose = await loadJose();
    return new JwtTokenValidator(
      options,
      jose,
      keyResolver(options, jose, clock),
      new Set(options.audiences.map(canonicalAudience)),
      clock,
    );
  }

  /** @throws TokenValidationUnavailableError when the keys cannot be had; whatever the option `principalOf` throws */
  async validate(token: string): Promise<Principal | null> {
    const claims = await this.claimsOf(token);
    if (!claims) return null;
    const { bindIssuer, principalOf } = this.options;
    const principal = principalOfClaims(claims.sub, claims, bindIssuer);
    return principalOf ? principalOf(claims, principal) : principal;
  }

  private async claimsOf(token: string): Promise<(JwtClaims & { readonly sub: string }) | null> {
    const now = this.clock.now();
    try {
      const claims = await verifiedClaims(this.jose, token, this.resolveKey, this.checksAt(now));
      const { sub, aud, exp = Infinity } = claims;
      if (typeof sub !== 'string' || sub === '') return this.refuse('sub');
      if (!isMeantFor(aud, this.audiences)) return this.refuse('aud');
      if (exp - now / 1000 > this.options.maxLifetimeSeconds) return this.refuse('exp');
      return { ...claims, sub };
    } catch (fault) {
      if (fault instanceof TokenValidationUnavailableError) throw fault;
      return this.refuse(reasonOf(fault));
    }
  }

  /** Audiences are compared here and not by jose, which knows no trailing slashes. */
  private checksAt(now: number): JWTVerifyOptions {
    const { issuers, algorithms, clockToleranceSeconds, tokenType } = this.options;
    return {
      issuer: [...issuers],
      algorithms: [...algorithms],
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'sub', 'aud'],
      currentDate: new Date(now),
      ...(tokenType !== undefined && { typ: tokenType }),
    };
  }

  private refuse(reason: string): null {
    this.logger.debug(`Token refused: ${reason}`);
    return null;
  }
}

function keyResolver({ keySource }: ResolvedJwtOptions, jose: Jose, clock: Clock): KeyResolver {
  if (keySource.kind === 'remote')
    return new RemoteKeys(keySource, (keySet) => jose.createLocalJWKSet(keySet), clock).resolve;
  return jose.createLocalJWKSet({ keys: keySource.keys.map((jwk) => ({ ...jwk })) });
}

/** Only names that jose itself uses: its messages can repeat parts of the token. */
function reasonOf(fault: unknown): string {
  const claim = (fault as { readonly claim?: unknown } | null)?.claim;
  const code = joseCodeOf(fault) ?? 'unreadable';
  return typeof claim === 'string' ? `${code} (${claim})` : code;
}
