import type { InflightRequests } from '../json-rpc/inflight-requests.js';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import { CancellationFeature } from './cancellation.feature.js';
import { CompletionFeature } from './completion.feature.js';
import type { CompletionFeatureParts } from './completion.feature.js';
import { HandshakeFeature } from './handshake.feature.js';
import { LoggingFeature } from './logging.feature.js';
import type { McpLists } from './listing/mcp-lists.js';
import type { McpFeature } from './mcp-feature.js';
import { announcedCapabilities } from './method-table.js';
import { PromptsFeature } from './prompts.feature.js';
import type { PromptsFeatureParts } from './prompts.feature.js';
import { ResourcesFeature } from './resources.feature.js';
import type { ResourcesFeatureParts } from './resources.feature.js';
import { SubscriptionsFeature } from './subscriptions.feature.js';
import type { SubscriptionsFeatureParts } from './subscriptions.feature.js';
import { ToolsFeature } from './tools.feature.js';
import type { ToolsFeatureParts } from './tools.feature.js';

/** What the features of a server are made of. */
export interface McpFeatureParts
  extends
    ToolsFeatureParts,
    PromptsFeatureParts,
    ResourcesFeatureParts,
    CompletionFeatureParts,
    SubscriptionsFeatureParts {
  readonly options: ResolvedMcpOptions;
  readonly lists: McpLists;
  readonly inflight: InflightRequests;
}

/** The ordered list of everything a server can do. A new part of the protocol is one file and one line here. */
export function mcpFeatures(parts: McpFeatureParts): readonly McpFeature[] {
  const { serverInfo, instructions, listTtlMs } = parts.options;
  const offered: readonly McpFeature[] = [
    new ToolsFeature(parts),
    new PromptsFeature(parts),
    new ResourcesFeature(parts),
    new CompletionFeature(parts),
    new SubscriptionsFeature(parts),
    new LoggingFeature(),
    new CancellationFeature(parts.inflight),
  ];
  const handshake = new HandshakeFeature({
    serverInfo,
    instructions,
    ttlMs: listTtlMs,
    capabilities: (era, pushes) => announcedCapabilities(era, pushes, offered),
  });
  return [handshake, ...offered];
}
