import type { ExecutionContext } from '@nestjs/common';
import type { McpModuleExtras } from '../mcp.options.js';
import type { Principal } from './principal.js';
import { readPrincipal } from './principal.reader.js';

/** Registered, so that two copies of the package in one process find each other's principals. */
const PRINCIPAL = Symbol.for('@toolgate/mcp/principal');

/** Puts a principal on a request. A symbol: nothing that a client sends can have that name. */
export function setRequestPrincipal(request: object, principal: Principal): void {
  Object.defineProperty(request, PRINCIPAL, { value: principal, configurable: true });
}

/** The principal that {@link McpBearerGuard} found for a request. */
export function getRequestPrincipal(request: object): Principal | undefined {
  return (request as { readonly [PRINCIPAL]?: Principal })[PRINCIPAL];
}

/**
 * Who sent a request, once the guards of the endpoint have run: what {@link McpBearerGuard} found, or else what `principalFrom` makes of the request, or
 * else `request.user`. Null is an anonymous caller.
 *
 * @throws TypeError when `principalFrom` returns neither null nor a principal with an id; whatever `principalFrom` throws
 */
export function principalOfRequest(
  request: object,
  host: ExecutionContext,
  principalFrom?: McpModuleExtras['principalFrom'],
): Principal | null {
  if (!principalFrom) return getRequestPrincipal(request) ?? principalOfUser(request);
  const named = principalFrom(request, host);
  if (named === null) return null;
  const principal = readPrincipal(named);
  if (principal) return principal;
  throw new TypeError(
    'principalFrom must return null or a principal with an id that is a text and not empty. Check what the guards of the endpoint put on the request.',
  );
}

/**
 * The user that a guard put on `request.user`, read as the runtime reads it on ordinary routes, so that somebody is the same principal on both: the first of
 * `principal`, `sub` and `id` names them. Scopes are a list in `scopes`, or the space-separated `scope` of OAuth.
 */
function principalOfUser(request: object): Principal | null {
  const user = 'user' in request ? request.user : undefined;
  if (typeof user !== 'object' || user === null) return null;
  const { principal, sub, id, scopes, scope } = user as Record<string, unknown>;
  const name = nameOf(principal) ?? nameOf(sub) ?? nameOf(id);
  if (name === undefined) return null;
  return (
    readPrincipal({
      id: name,
      scopes: typeof scope === 'string' ? (scopes ?? words(scope)) : scopes,
    }) ?? null
  );
}

function nameOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function words(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
