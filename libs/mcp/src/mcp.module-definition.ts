import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { DynamicModule, FactoryProvider } from '@nestjs/common';
import { McpBearerGuard } from './auth/mcp-bearer.guard.js';
import { createMcpController } from './http/mcp.controller.js';
import type { McpModuleExtras, McpOptions, ResolvedMcpOptions } from './mcp.options.js';
import { resolveMcpExtras, resolveMcpOptions } from './mcp.options.resolver.js';
import { MCP_MODULE_EXTRAS, MCP_OPTIONS } from './mcp.tokens.js';

/** Injection token of the options as the host wrote them. */
const WRITTEN_OPTIONS = Symbol('MCP_WRITTEN_OPTIONS');

/** What may stand beside the options; a member has to be named here to be told from an option. */
const EXTRAS: McpModuleExtras = {
  path: 'mcp',
  server: 'default',
  isGlobal: false,
  guards: undefined,
  principalFrom: undefined,
  imports: [],
  providers: [],
};

export const {
  ConfigurableModuleClass: McpConfigurableModule,
  OPTIONS_TYPE: MCP_OPTIONS_TYPE,
  ASYNC_OPTIONS_TYPE: MCP_ASYNC_OPTIONS_TYPE,
} = new ConfigurableModuleBuilder<McpOptions>({ optionsInjectionToken: WRITTEN_OPTIONS })
  .setClassMethodName('forRoot')
  .setExtras(EXTRAS, withExtras)
  .build();

/** The options with every default filled in. */
export const resolvedOptionsProvider: FactoryProvider<ResolvedMcpOptions> = {
  provide: MCP_OPTIONS,
  inject: [WRITTEN_OPTIONS],
  useFactory: resolveMcpOptions,
};

function withExtras(definition: DynamicModule, extras: McpModuleExtras): DynamicModule {
  const resolved = resolveMcpExtras(extras);
  const guards = resolved.hasOwnGuards ? (extras.guards ?? []) : [McpBearerGuard];
  return {
    ...definition,
    global: extras.isGlobal,
    imports: [...(definition.imports ?? []), ...(extras.imports ?? [])],
    controllers: [createMcpController(resolved.path, guards)],
    providers: [
      { provide: MCP_MODULE_EXTRAS, useValue: resolved },
      ...(definition.providers ?? []),
      ...(extras.providers ?? []),
    ],
  };
}
