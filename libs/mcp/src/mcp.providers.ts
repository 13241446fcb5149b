import type { FactoryProvider, Provider } from '@nestjs/common';
import { ToolRegistry } from '@toolgate/tool-runtime';
import { MCP_AUTH_PROVIDERS } from './auth/auth.providers.js';
import { McpCatalog } from './declaration/mcp-catalog.js';
import { McpEventEmitter } from './events/mcp-event.emitter.js';
import { MCP_FEATURE_PROVIDERS } from './features/features.providers.js';
import { CallerRequirement } from './http/caller-requirement.js';
import { EndpointGate } from './http/endpoint-gate.js';
import { endpointInstallation } from './http/endpoint-installation.js';
import { McpHttpEndpoint } from './http/mcp-http.endpoint.js';
import { OpenExchanges } from './http/open-exchanges.js';
import { ScopeStepUp } from './http/scope-step-up.js';
import { EventLogs } from './http/sessions/event-logs.js';
import { LegacySessions } from './http/sessions/legacy-sessions.js';
import { McpSessionStore } from './http/sessions/mcp-session.store.js';
import { MemoryMcpSessionStore } from './http/sessions/memory-mcp-session.store.js';
import { SessionEndpoint } from './http/sessions/session.endpoint.js';
import { SessionStreams } from './http/sessions/session-streams.js';
import { JsonRpcService } from './json-rpc/json-rpc.service.js';
import { McpBootReport } from './mcp.boot-report.js';
import { runtimeRequired } from './mcp.messages.js';
import { resolvedOptionsProvider } from './mcp.module-definition.js';
import { MCP_OPTIONS } from './mcp.tokens.js';
import { McpNotifications } from './notifications/mcp-notifications.js';
import { MCP_NOTIFICATION_PROVIDERS } from './notifications/notifications.providers.js';
import { StdioServer } from './stdio/stdio-server.js';

/** Comes first, so that Nest, which names what it cannot make, says what is to be done when the runtime is missing. */
const runtimeRequirement: FactoryProvider<null> = {
  provide: runtimeRequired(),
  inject: [ToolRegistry],
  useFactory: () => null,
};

const HTTP_PROVIDERS: readonly Provider[] = [
  CallerRequirement,
  EndpointGate,
  EventLogs,
  LegacySessions,
  McpHttpEndpoint,
  { provide: McpSessionStore, useClass: MemoryMcpSessionStore },
  OpenExchanges,
  ScopeStepUp,
  SessionEndpoint,
  SessionStreams,
  endpointInstallation,
];

/** Everything a server is made of. */
export const MCP_PROVIDERS: readonly Provider[] = [
  runtimeRequirement,
  resolvedOptionsProvider,
  McpBootReport,
  JsonRpcService,
  McpCatalog,
  McpEventEmitter,
  ...MCP_NOTIFICATION_PROVIDERS,
  ...MCP_FEATURE_PROVIDERS,
  ...MCP_AUTH_PROVIDERS,
  ...HTTP_PROVIDERS,
  StdioServer,
];

/** What the host may inject. */
export const MCP_EXPORTS = [JsonRpcService, MCP_OPTIONS, McpCatalog, McpNotifications] as const;
