import { invalidParams } from '../json-rpc/mcp-failures.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import type { McpRequest } from '../json-rpc/mcp-request.js';
import type { McpServerInfo } from '../mcp.options.js';
import type { McpEra } from '../protocol/protocol-versions.js';
import { MODERN_VERSIONS, negotiateLegacyVersion } from '../protocol/protocol-versions.js';
import type { McpFeature, McpMethod } from './mcp-feature.js';

/** What a client learns of the server before it uses it. */
export interface ServerDescription {
  readonly serverInfo: McpServerInfo;
  readonly instructions: string | undefined;
  /** How long a modern client may keep the description, milliseconds. */
  readonly ttlMs: number;
  /** What the other features stand for. */
  readonly capabilities: (era: McpEra, pushes: boolean) => Readonly<Record<string, unknown>>;
}

/** How client and server get to know each other: `initialize` and `ping` on the legacy era, `server/discover` on the modern one. */
export class HandshakeFeature implements McpFeature {
  readonly methods: ReadonlyMap<string, McpMethod>;

  constructor(private readonly server: ServerDescription) {
    const legacy: readonly McpEra[] = ['legacy'];
    this.methods = new Map<string, McpMethod>([
      ['initialize', { eras: legacy, handle: (request) => this.initialize(request) }],
      ['ping', { eras: legacy, handle: ({ id }) => ({ id, resultJson: '{}' }) }],
      ['server/discover', { eras: ['modern'], handle: (request) => this.discover(request) }],
    ]);
  }

  capabilities() {
    return {};
  }

  private initialize(request: McpRequest): McpReply {
    const { protocolVersion } = request.params;
    if (typeof protocolVersion !== 'string')
      return invalidParams(request, '"protocolVersion" must be a string');
    const { serverInfo, instructions, capabilities } = this.server;
    return {
      id: request.id,
      result: {
        protocolVersion: negotiateLegacyVersion(protocolVersion),
        capabilities: capabilities('legacy', request.exchange.pushes),
        serverInfo,
        ...(instructions === undefined ? undefined : { instructions }),
      },
    };
  }

  private discover({ id, codec }: McpRequest): McpReply {
    const { instructions, capabilities, ttlMs } = this.server;
    const members = [
      `"supportedVersions":${JSON.stringify(MODERN_VERSIONS)}`,
      `"capabilities":${JSON.stringify(capabilities('modern', true))}`,
      ...(instructions === undefined ? [] : [`"instructions":${JSON.stringify(instructions)}`]),
      codec.cacheMembers(ttlMs, 'private'),
    ];
    return { id, resultJson: codec.completeJson(members.join(',')) };
  }
}
