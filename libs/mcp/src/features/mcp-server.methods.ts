import type { McpCodec } from '../protocol/mcp-codec.js';
import { LegacyCodec } from '../protocol/legacy.codec.js';
import { ModernCodec } from '../protocol/modern.codec.js';
import type { McpServerInfo } from '../mcp.options.js';
import type { McpFeature } from './mcp-feature.js';
import { methodTable } from './method-table.js';
import type { MethodTable } from './method-table.js';

/** An era of a server: what it can be asked and how it answers. */
export interface ServedEra extends MethodTable {
  readonly codec: McpCodec;
}

/** Both eras of a server, over the same features. */
export class McpServerMethods {
  readonly legacy: ServedEra;
  readonly modern: ServedEra;

  constructor(serverInfo: McpServerInfo, features: readonly McpFeature[]) {
    this.legacy = { codec: new LegacyCodec(), ...methodTable('legacy', features) };
    this.modern = { codec: new ModernCodec(serverInfo), ...methodTable('modern', features) };
  }
}
