import type { McpCodec } from './mcp-codec.js';
import { LEGACY_VERSIONS } from './protocol-versions.js';

/** Results up to 2025-11-25: as they are. */
export class LegacyCodec implements McpCodec {
  readonly era = 'legacy';
  readonly versions = LEGACY_VERSIONS;

  completeJson(members: string, meta = ''): string {
    return meta === '' ? `{${members}}` : `{${members}${members && ','}"_meta":{${meta}}}`;
  }

  complete(result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return result;
  }

  cacheMembers(): string {
    return '';
  }
}
