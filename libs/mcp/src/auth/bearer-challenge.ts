import type { ProtectedResource } from './protected-resource.js';
import { isScopeToken } from './scope-token.js';

/**
 * `WWW-Authenticate` of a 401: where to learn how to get a token, and which scopes to ask for first.
 *
 * @param resource null when the host has not said what its server is as a resource
 * @param tokenSent whether the request carried a token. Only then an error is named: a client without one has done nothing wrong
 *   (RFC 6750, section 3.1)
 */
export function unauthorizedChallenge(
  resource: ProtectedResource | null,
  tokenSent: boolean,
): string {
  return challenge([
    ...(tokenSent ? [['error', 'invalid_token'] as const] : []),
    ...metadataOf(resource),
    ...scopesOf(resource?.scopes ?? []),
  ]);
}

/**
 * `WWW-Authenticate` of a 403 for a caller whose token is good but does not reach: what to ask the user for (step-up).
 *
 * @param scopes all that the operation needs, at once, so that the user is asked once. What is no scope of OAuth cannot be asked for
 *   and is left out
 */
export function insufficientScopeChallenge(
  scopes: readonly string[],
  resource: ProtectedResource | null,
): string {
  const needed = scopes.filter(isScopeToken);
  return challenge([
    ['error', 'insufficient_scope'],
    ...scopesOf(needed),
    ...metadataOf(resource),
    [
      'error_description',
      needed.length > 0
        ? `This needs the scopes: ${needed.join(' ')}`
        : 'The token does not allow this.',
    ],
  ]);
}

type Parameter = readonly [name: string, value: string];

function metadataOf(resource: ProtectedResource | null): Parameter[] {
  return resource ? [['resource_metadata', resource.metadataUrl]] : [];
}

function scopesOf(scopes: readonly string[]): Parameter[] {
  return scopes.length > 0 ? [['scope', scopes.join(' ')]] : [];
}

/** No value needs escaping: scopes have no quotes, and the URL has been through the URL parser. */
function challenge(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return 'Bearer';
  return `Bearer ${parameters.map(([name, value]) => `${name}="${value}"`).join(', ')}`;
}
