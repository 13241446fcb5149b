import type { AddressInfo } from 'node:net';
import { hostsUnknown, unauthenticatedExposure } from '../mcp.messages.js';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import {
  LOOPBACK_HOSTS,
  hostNameOf,
  isLoopbackAddress,
  isLoopbackOrigin,
  originOf,
} from './allowed-hosts.js';

/** Who may reach an endpoint, given where the application listens. */
export interface EndpointAccess {
  /** Why nobody may; empty when the configuration is fit for the address. */
  readonly problems: readonly string[];
  readonly isAllowedHost: (name: string) => boolean;
  readonly isAllowedOrigin: (origin: string) => boolean;
}

/** What `server.address()` of Node.js returns: a socket's address, the path of a Unix socket, or null before the server listens. */
export type ListeningAddress = AddressInfo | string | null;

/**
 * Decides who may reach an endpoint. Whatever is not known to be loopback counts as open to the world: a Unix socket usually has a proxy in front of it, and
 * a platform without a listening server calls the application on behalf of anybody.
 *
 * @param server its name, and whether callers have to bring nothing
 */
export function endpointAccess(
  address: ListeningAddress,
  { http, auth }: ResolvedMcpOptions,
  server: { readonly name: string; readonly servesAnybody: boolean },
): EndpointAccess {
  const isLocal =
    typeof address === 'object' && address !== null && isLoopbackAddress(address.address);
  const ownHost = auth && hostNameOf(new URL(auth.publicUrl).host);
  const hosts = new Set(
    http.allowedHosts?.map((host) => host.toLowerCase()) ?? (isLocal ? LOOPBACK_HOSTS : []),
  );
  if (ownHost !== undefined) hosts.add(ownHost);
  const origins = http.allowedOrigins && new Set(http.allowedOrigins.map(originOf));
  const problems: string[] = [];
  if (!isLocal) {
    if (server.servesAnybody && !http.allowUnauthenticated)
      problems.push(unauthenticatedExposure(server.name, shownAddress(address)));
    if (hosts.size === 0) problems.push(hostsUnknown(server.name, shownAddress(address)));
  }
  return {
    problems,
    isAllowedHost: (name) => hosts.has(name),
    isAllowedOrigin: (origin) =>
      origins ? origins.has(origin) : isLocal && isLoopbackOrigin(origin),
  };
}

function shownAddress(address: ListeningAddress): string {
  if (address === null) return '';
  return typeof address === 'string' ? address : address.address;
}
