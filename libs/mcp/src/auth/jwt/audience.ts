/** Scheme and authority, and what follows them. An authority with user information is no address of a server. */
const HTTP_URL = /^(https?:\/\/[^/?#@]+)([^#]*)$/i;

/**
 * The form in which audiences are compared. Clients and authorization servers write a slash at the end of a URL or leave it out, and scheme and host know no case.
 * Nothing else is evened out: a comparison that resolves `..` or decodes percent signs can be talked into equality.
 */
export function canonicalAudience(audience: string): string {
  const [, origin, rest] = HTTP_URL.exec(audience) ?? [];
  if (origin === undefined || rest === undefined) return audience;
  return origin.toLowerCase() + (rest.endsWith('/') ? rest.slice(0, -1) : rest);
}

/**
 * True when a token is meant for this server.
 * @param claim the claim `aud`: one audience or a list of them
 * @param accepted in canonical form
 */
export function isMeantFor(claim: unknown, accepted: ReadonlySet<string>): boolean {
  const audiences: unknown[] = Array.isArray(claim) ? claim : [claim];
  return audiences.some(
    (audience) => typeof audience === 'string' && accepted.has(canonicalAudience(audience)),
  );
}
