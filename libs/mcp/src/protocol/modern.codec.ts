import type { McpServerInfo } from '../mcp.options.js';
import type { CacheScope, McpCodec } from './mcp-codec.js';
import { isObject } from './message.reader.js';
import { SERVER_INFO_KEY } from './meta-keys.js';
import { MODERN_VERSIONS } from './protocol-versions.js';

/** Results from 2026-07-28: every one says that it is complete and which server it comes from. */
export class ModernCodec implements McpCodec {
  readonly era = 'modern';
  readonly versions = MODERN_VERSIONS;
  private readonly serverMeta: string;

  constructor(private readonly serverInfo: McpServerInfo) {
    this.serverMeta = `"_meta":{${JSON.stringify(SERVER_INFO_KEY)}:${JSON.stringify(serverInfo)}`;
  }

  completeJson(members: string, meta = ''): string {
    return `{"resultType":"complete",${members}${members && ','}${this.serverMeta}${meta && ','}${meta}}}`;
  }

  complete(result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const meta = result['_meta'];
    return {
      resultType: 'complete',
      ...result,
      _meta: { [SERVER_INFO_KEY]: this.serverInfo, ...(isObject(meta) ? meta : undefined) },
    };
  }

  cacheMembers(ttlMs: number, scope: CacheScope): string {
    return `"ttlMs":${ttlMs},"cacheScope":"${scope}"`;
  }
}
