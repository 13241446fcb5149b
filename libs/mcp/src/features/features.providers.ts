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
import { Asking } from '../asking/asking.service.js';
import { ClientRequests } from '../asking/client-requests.js';
import { COMPLETION_KIND, PROMPT_KIND, RESOURCE_KIND } from '../declaration/kinds.js';
import { InflightRequests } from '../json-rpc/inflight-requests.js';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import { MCP_OPTIONS } from '../mcp.tokens.js';
import { ChangeAnnouncer } from '../notifications/change-announcer.js';
import { McpNotifications } from '../notifications/mcp-notifications.js';
import { Subscribers } from '../notifications/subscribers.js';
import { MethodCalls } from './calls/method-calls.js';
import { ScopeCheck } from './calls/scope-check.js';
import { Completers } from './completion/completers.js';
import { mcpFeatures } from './mcp-features.js';
import { McpServerMethods } from './mcp-server.methods.js';
import { ServedPrompts } from './prompts/served-prompt.js';
import { ServedResources } from './resources/served-resources.js';
import { McpLists, mcpLists } from './listing/mcp-lists.js';
import { ServedLifecycle } from './served/served.lifecycle.js';
import { ServedTools } from './tools/served-tools.js';

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

const servedPrompts: FactoryProvider<ServedPrompts> = {
  provide: ServedPrompts,
  inject: [ToolRegistry, Redactor, MCP_OPTIONS],
  useFactory: (registry: ToolRegistry, redactor: Redactor, { prompts }: ResolvedMcpOptions) =>
    new ServedPrompts(registry.ofKind(PROMPT_KIND), redactor, prompts),
};

const servedResources: FactoryProvider<ServedResources> = {
  provide: ServedResources,
  inject: [ToolRegistry, Redactor, MCP_OPTIONS],
  useFactory: (registry: ToolRegistry, redactor: Redactor, { resources }: ResolvedMcpOptions) =>
    new ServedResources(registry.ofKind(RESOURCE_KIND), redactor, resources),
};

const lists: FactoryProvider<McpLists> = {
  provide: McpLists,
  inject: [
    ToolRegistry,
    ServedTools,
    ServedPrompts,
    ServedResources,
    MCP_OPTIONS,
    TOOL_RUNTIME_OPTIONS,
  ],
  useFactory: (
    registry: ToolRegistry,
    tools: ServedTools,
    prompts: ServedPrompts,
    resources: ServedResources,
    { pageSize, listTtlMs }: ResolvedMcpOptions,
    { visibility }: ResolvedToolRuntimeOptions,
  ) =>
    mcpLists(
      registry,
      { tools, prompts, resources },
      {
        pageSize,
        ttlMs: listTtlMs,
        scope: visibility === 'all' ? 'public' : 'private',
      },
    ),
};

const lifecycle: FactoryProvider<ServedLifecycle> = {
  provide: ServedLifecycle,
  inject: [ToolRegistry, ServedTools, ServedPrompts, ServedResources, McpLists],
  useFactory: (
    registry: ToolRegistry,
    tools: ServedTools,
    prompts: ServedPrompts,
    resources: ServedResources,
    ofServer: McpLists,
  ) =>
    new ServedLifecycle([
      { served: tools, changes: registry, lists: [ofServer.tools] },
      { served: prompts, changes: registry.ofKind(PROMPT_KIND), lists: [ofServer.prompts] },
      {
        served: resources,
        changes: registry.ofKind(RESOURCE_KIND),
        lists: [ofServer.resources, ofServer.templates, resources],
      },
    ]),
};

const announcer: FactoryProvider<ChangeAnnouncer> = {
  provide: ChangeAnnouncer,
  inject: [ToolRegistry, McpNotifications],
  useFactory: (registry: ToolRegistry, notifications: McpNotifications) =>
    new ChangeAnnouncer(
      [
        { list: 'tools', changes: registry },
        { list: 'prompts', changes: registry.ofKind(PROMPT_KIND) },
        { list: 'resources', changes: registry.ofKind(RESOURCE_KIND) },
      ],
      notifications,
    ),
};

const scopeCheck: FactoryProvider<ScopeCheck> = {
  provide: ScopeCheck,
  inject: [PolicyGate, AuditTrail],
  useFactory: (policy: PolicyGate, trail: AuditTrail) => new ScopeCheck(policy, trail),
};

const methodCalls: FactoryProvider<MethodCalls> = {
  provide: MethodCalls,
  inject: [Asking, InflightRequests, Clock, Redactor],
  useFactory: (asking: Asking, inflight: InflightRequests, clock: Clock, redactor: Redactor) =>
    new MethodCalls({ asking, inflight, clock, redactor }),
};

const methods: FactoryProvider<McpServerMethods> = {
  provide: McpServerMethods,
  inject: [
    MCP_OPTIONS,
    ToolRegistry,
    ServedTools,
    ServedPrompts,
    ServedResources,
    McpLists,
    InflightRequests,
    MethodCalls,
    Subscribers,
  ],
  useFactory: (
    options: ResolvedMcpOptions,
    registry: ToolRegistry,
    tools: ServedTools,
    prompts: ServedPrompts,
    resources: ServedResources,
    ofServer: McpLists,
    inflight: InflightRequests,
    calls: MethodCalls,
    subscribers: Subscribers,
  ) =>
    new McpServerMethods(
      options.serverInfo,
      mcpFeatures({
        options,
        registry,
        tools,
        prompts,
        resources,
        promptRegistry: registry.ofKind(PROMPT_KIND),
        resourceRegistry: registry.ofKind(RESOURCE_KIND),
        completionRegistry: registry.ofKind(COMPLETION_KIND),
        completers: new Completers(registry.ofKind(COMPLETION_KIND)),
        lists: ofServer,
        inflight,
        calls,
        subscribers,
      }),
    ),
};

/** Everything a server can do, as providers. */
export const MCP_FEATURE_PROVIDERS: readonly Provider[] = [
  { provide: InflightRequests, useClass: InflightRequests },
  ClientRequests,
  Asking,
  servedTools,
  servedPrompts,
  servedResources,
  lists,
  lifecycle,
  announcer,
  scopeCheck,
  methodCalls,
  methods,
];
