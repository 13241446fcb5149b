import type { McpAuthOptions } from '../mcp.options.js';
import { isScopeToken } from './scope-token.js';

/** Metadata of a protected resource, as far as clients of MCP read it (RFC 9728, section 2). */
export interface ProtectedResourceMetadata {
  /** The configured URL, byte for byte: clients compare it with the one they were given. */
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported?: readonly string[];
  readonly bearer_methods_supported: readonly string[];
}

/** A server as OAuth sees it: what tokens are meant for, and where a client learns how to get one. */
export interface ProtectedResource {
  readonly metadata: ProtectedResourceMetadata;
  /** Absolute URL of the metadata; goes into every challenge. */
  readonly metadataUrl: string;
  /** Path of {@link metadataUrl}. */
  readonly metadataPath: string;
  /** What a client should ask for first; may be empty. */
  readonly scopes: readonly string[];
}

/** Injection token of the {@link ProtectedResource} of a server; null when the server has no `auth` option. */
export const ProtectedResource = Symbol('ProtectedResource');

/** Where the metadata of a whole host is (RFC 9728, section 3); that of one path is below it. */
export const PROTECTED_RESOURCE_PATH = '/.well-known/oauth-protected-resource';

/** Asks the authorization server for a refresh token; means nothing to a resource, so it is never offered. */
const OFFLINE_ACCESS = 'offline_access';

/** What a server with these options is to OAuth. Scopes that no client could ask for are left out. */
export function protectedResourceOf(auth: McpAuthOptions): ProtectedResource {
  const { origin, pathname } = new URL(auth.publicUrl);
  const metadataPath = PROTECTED_RESOURCE_PATH + withoutTrailingSlash(pathname);
  const scopes = Object.freeze(
    (auth.scopesSupported ?? []).filter((scope) => isScopeToken(scope) && scope !== OFFLINE_ACCESS),
  );
  return Object.freeze({
    metadata: Object.freeze({
      resource: auth.publicUrl,
      authorization_servers: Object.freeze([...auth.authorizationServers]),
      ...(scopes.length > 0 && { scopes_supported: scopes }),
      bearer_methods_supported: Object.freeze(['header']),
    }),
    metadataUrl: origin + metadataPath,
    metadataPath,
    scopes,
  });
}

/** One slash less, if there is one at the end. */
export function withoutTrailingSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
