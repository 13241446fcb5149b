/** Names by which a machine speaks to itself. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const LOOPBACK_ADDRESS = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i;
/** An IPv6 address in brackets or anything without a colon, then perhaps a port. */
const HOST = /^(\[[0-9a-f:.]+\]|[^:@/?#\s]+)(?::\d{1,5})?$/i;
const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/([^/?#@\s]+)$/i;
const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ['http', ':80'],
  ['https', ':443'],
]);

/** True for an IP address that only the machine itself can reach. */
export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK_ADDRESS.test(address);
}

/** The host name in a `Host` header, in lower case and without port; undefined when it is none. */
export function hostNameOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : HOST.exec(header)?.[1]?.toLowerCase();
}

/** An origin as it is compared: lower case, without the port that its scheme implies. Undefined when it is none, such as `null`. */
export function originOf(header: string): string | undefined {
  const match = ORIGIN.exec(header);
  if (!match) return undefined;
  const scheme = (match[1] ?? '').toLowerCase();
  const host = (match[2] ?? '').toLowerCase();
  const implied = DEFAULT_PORTS.get(scheme);
  const named = implied && host.endsWith(implied) ? host.slice(0, -implied.length) : host;
  return `${scheme}://${named}`;
}

/** True for a page that the machine itself serves, on any port. */
export function isLoopbackOrigin(origin: string): boolean {
  const match = /^https?:\/\/(.+)$/.exec(origin);
  const host = match && hostNameOf(match[1]);
  return typeof host === 'string' && LOOPBACK_HOSTS.has(host);
}
