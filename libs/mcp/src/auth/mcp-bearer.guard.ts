import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import type { CanActivate, ExecutionContext, OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Clock, Redactor } from '@toolgate/tool-runtime';
import { McpConfigurationError } from '../mcp-configuration.error.js';
import { tokensCannotBeChecked, unusablePrincipal, validatorMissing } from './auth.messages.js';
import { BearerAuthenticationException } from './bearer-authentication.exception.js';
import { unauthorizedChallenge } from './bearer-challenge.js';
import { readBearerToken } from './bearer-token.js';
import type { BearerCredentials } from './bearer-token.js';
import { nodeRequestOf } from './node-request.js';
import type { Principal } from './principal.js';
import { readPrincipal } from './principal.reader.js';
import { ProtectedResource } from './protected-resource.js';
import { setRequestPrincipal } from './request-principal.js';
import { TokenValidator } from './token-validator.js';

/** When a client may ask again after a 503, seconds. */
const RETRY_AFTER_SECONDS = 5;
/** One report of an outage per this time, milliseconds: an outage meets every request. */
const REPORT_EVERY_MS = 10_000;

/**
 * Lets requests with a good bearer token through and puts their {@link Principal} on the request, where `getRequestPrincipal` finds it.
 *
 * Everything else is 401 with a challenge that tells a client where to get a token, and 503 with `Retry-After` when nobody can decide. What was wrong with a
 * token is never told. Without a {@link TokenValidator} and without the `auth` option there is no authentication, and every caller is anonymous.
 *
 * An ordinary guard for Express and Fastify. Subclass it to take tokens from elsewhere, or to know more of a caller:
 *
 * @example
 * ```ts
 * @Injectable()
 * export class TenantBearerGuard extends McpBearerGuard {
 *   @Inject(TenantService) private readonly tenants: TenantService;
 *
 *   protected override validate(token: string, request: object) {
 *     return this.tenants.of(request).validator.validate(token, null);
 *   }
 * }
 * ```
 */
@Injectable()
export class McpBearerGuard implements CanActivate, OnModuleInit {
  protected readonly logger = new Logger(McpBearerGuard.name);
  private lastReportAt = Number.NEGATIVE_INFINITY;

  constructor(
    @Inject(ProtectedResource) protected readonly resource: ProtectedResource | null,
    @Optional() @Inject(TokenValidator) protected readonly validator: TokenValidator | undefined,
    protected readonly redactor: Redactor,
    @Inject(Clock) private readonly clock: Clock,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  /** @throws McpConfigurationError when the server is protected and nothing can check a token */
  onModuleInit(): void {
    if (this.resource && !this.canValidate()) throw new McpConfigurationError([validatorMissing()]);
  }

  /** @throws BearerAuthenticationException 401 or 503 */
  canActivate(host: ExecutionContext): boolean | Promise<boolean> {
    // A guard of a route: around tools nothing has a header.
    if (host.getType() !== 'http') return false;
    if (!this.resource && !this.canValidate()) return true;
    const request = host.switchToHttp().getRequest<object>();
    const credentials = this.credentialsOf(request);
    if (credentials.token === undefined) throw this.unauthorized(host, credentials.sent);
    return this.authenticate(credentials.token, request, host);
  }

  /** Whether there is anything to check a token with. A subclass that overrides {@link validate} says true. */
  protected canValidate(): boolean {
    return this.validator !== undefined;
  }

  /** The token of a request. */
  protected credentialsOf(request: object): BearerCredentials {
    return readBearerToken(nodeRequestOf(request));
  }

  /** Who the bearer of a token is; null refuses the token. Whatever it throws becomes 503. */
  protected validate(token: string, request: object): ReturnType<TokenValidator['validate']> {
    if (!this.validator) throw new McpConfigurationError([validatorMissing()]);
    return this.validator.validate(token, ipOf(request));
  }

  /** Leaves the principal where the endpoint looks for it. */
  protected accept(request: object, principal: Principal): void {
    setRequestPrincipal(request, principal);
  }

  private authenticate(
    token: string,
    request: object,
    host: ExecutionContext,
  ): boolean | Promise<boolean> {
    try {
      const verdict = this.validate(token, request);
      if (!isPromiseLike(verdict)) return this.admit(verdict, request, host);
      return Promise.resolve(verdict)
        .then((principal) => this.admit(principal, request, host))
        .catch((fault: unknown) => {
          throw this.asException(host, fault);
        });
    } catch (fault) {
      throw this.asException(host, fault);
    }
  }

  private admit(
    verdict: Principal | null | undefined,
    request: object,
    host: ExecutionContext,
  ): true {
    if (verdict === null || verdict === undefined) throw this.unauthorized(host, true);
    const principal = readPrincipal(verdict);
    if (!principal) throw new TypeError(unusablePrincipal());
    this.accept(request, principal);
    return true;
  }

  private asException(host: ExecutionContext, fault: unknown): BearerAuthenticationException {
    return fault instanceof BearerAuthenticationException
      ? this.turnedAway(host, fault)
      : this.unavailable(host, fault);
  }

  private unauthorized(host: ExecutionContext, tokenSent: boolean): BearerAuthenticationException {
    const challenge = unauthorizedChallenge(this.resource, tokenSent);
    return this.turnedAway(
      host,
      tokenSent
        ? new BearerAuthenticationException(
            401,
            'invalid_token',
            'The access token is not good for this server.',
            { 'WWW-Authenticate': challenge },
          )
        : new BearerAuthenticationException(
            401,
            'unauthorized',
            'An access token is needed: send it as Authorization: Bearer.',
            { 'WWW-Authenticate': challenge },
          ),
    );
  }

  private unavailable(host: ExecutionContext, fault: unknown): BearerAuthenticationException {
    const now = this.clock.monotonic();
    if (now - this.lastReportAt >= REPORT_EVERY_MS) {
      this.lastReportAt = now;
      this.logger.error(tokensCannotBeChecked(this.redactor.describeError(fault)));
    }
    return this.turnedAway(
      host,
      new BearerAuthenticationException(
        503,
        'temporarily_unavailable',
        'Access tokens cannot be checked right now. Try again later.',
        { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      ),
    );
  }

  private turnedAway(
    host: ExecutionContext,
    exception: BearerAuthenticationException,
  ): BearerAuthenticationException {
    const response = host.switchToHttp().getResponse<unknown>();
    for (const [name, value] of Object.entries(exception.headers))
      this.adapterHost.httpAdapter.setHeader(response, name, value);
    return exception;
  }
}

/** The address of the sender, as the platform sees it: behind a proxy it is right only when the platform was told to trust it. */
function ipOf(request: object): string | null {
  return 'ip' in request && typeof request.ip === 'string' ? request.ip : null;
}

function isPromiseLike(verdict: unknown): verdict is PromiseLike<Principal | null> {
  return typeof (verdict as { readonly then?: unknown } | null | undefined)?.then === 'function';
}
