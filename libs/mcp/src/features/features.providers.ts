import type { FactoryProvider, Provider } from '@nestjs/common';
import {
  AuditTrail,
  Clock,
  PolicyGate,
  Redactor,
  TOOL_RUNTIME_OPTIONS,
  ToolRegistry,
} from '@toolgate/tool-runtime';
import type { ResolvedToolRuntimeOptions } from '@toolgate/tool-runtime';
import { InflightRequests } from '../json-rpc/inflight-requests.js';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import { MCP_OPTIONS } from '../mcp.tokens.js';
import { mcpFeatures } from './mcp-features.js';
import { McpServerMethods } from './mcp-server.methods.js';
import { ScopeCheck } from './tools/scope-check.js';
import { ServedTools } from './tools/served-tools.js';
import { ServedToolsLifecycle } from './tools/served-tools.lifecycle.js';
import { ToolLists } from './tools/tool-lists.js';

const servedTools: FactoryProvider<ServedTools> = {
  provide: ServedTools,
  inject: [ToolRegistry, PolicyGate, Redactor, MCP_OPTIONS],
  useFactory: (
    registry: ToolRegistry,
    policy: PolicyGate,
    redactor: Redactor,
    { tools }: ResolvedMcpOptions,
  ) => new ServedTools(registry, policy, redactor, tools),
};

const toolLists: FactoryProvider<ToolLists> = {
  provide: ToolLists,
  inject: [ToolRegistry, ServedTools, MCP_OPTIONS, TOOL_RUNTIME_OPTIONS],
  useFactory: (
    registry: ToolRegistry,
    tools: ServedTools,
    { pageSize, listTtlMs }: ResolvedMcpOptions,
    { visibility }: ResolvedToolRuntimeOptions,
  ) =>
    new ToolLists(registry, tools, {
      pageSize,
      ttlMs: listTtlMs,
      scope: visibility === 'all' ? 'public' : 'private',
    }),
};

const lifecycle: FactoryProvider<ServedToolsLifecycle> = {
  provide: ServedToolsLifecycle,
  inject: [ToolRegistry, ServedTools, ToolLists],
  useFactory: (registry: ToolRegistry, tools: ServedTools, lists: ToolLists) =>
    new ServedToolsLifecycle(registry, tools, lists),
};

const scopeCheck: FactoryProvider<ScopeCheck> = {
  provide: ScopeCheck,
  inject: [ServedTools, PolicyGate, AuditTrail],
  useFactory: (tools: ServedTools, policy: PolicyGate, trail: AuditTrail) =>
    new ScopeCheck(tools, policy, trail),
};

const methods: FactoryProvider<McpServerMethods> = {
  provide: McpServerMethods,
  inject: [MCP_OPTIONS, ToolRegistry, ServedTools, ToolLists, InflightRequests, Clock, Redactor],
  useFactory: (
    options: ResolvedMcpOptions,
    registry: ToolRegistry,
    tools: ServedTools,
    lists: ToolLists,
    inflight: InflightRequests,
    clock: Clock,
    redactor: Redactor,
  ) =>
    new McpServerMethods(
      options.serverInfo,
      mcpFeatures({ options, registry, tools, lists, inflight, clock, redactor }),
    ),
};

/** Everything a server can do, as providers. */
export const MCP_FEATURE_PROVIDERS: readonly Provider[] = [
  { provide: InflightRequests, useClass: InflightRequests },
  servedTools,
  toolLists,
  lifecycle,
  scopeCheck,
  methods,
];
