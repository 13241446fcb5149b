/** The two ways MCP talks: with a handshake (revisions up to 2025-11-25), or with everything in each request (from 2026-07-28). */
export type McpEra = 'legacy' | 'modern';

/** Served modern revisions, newest first. */
export const MODERN_VERSIONS: readonly string[] = Object.freeze(['2026-07-28']);

/** Served legacy revisions, newest first. */
export const LEGACY_VERSIONS: readonly string[] = Object.freeze([
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
]);

/** What a legacy server offers a client whose version it does not know (2025-11-25, basic/lifecycle). */
export const LATEST_LEGACY_VERSION = '2025-11-25';

/** What a legacy HTTP request without `MCP-Protocol-Version` speaks (2025-11-25, basic/transports): the header came only later. */
export const HEADERLESS_VERSION = '2025-03-26';

const FIRST_MODERN_VERSION = '2026-07-28';

/** Versions are dates, so their order is the order of their texts. */
export function isModernVersion(version: string): boolean {
  return version >= FIRST_MODERN_VERSION;
}

/** The answer to `initialize`: the version asked for when it is served, else the latest legacy one. Never a modern one. */
export function negotiateLegacyVersion(requested: string): string {
  return LEGACY_VERSIONS.includes(requested) ? requested : LATEST_LEGACY_VERSION;
}
