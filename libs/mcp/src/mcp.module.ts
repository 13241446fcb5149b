import { Module } from '@nestjs/common';
import type { NestModule, OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { WellKnownModule } from './auth/well-known.module.js';
import { showBodies } from './http/endpoint-installation.js';
import { McpConfigurationError } from './mcp-configuration.error.js';
import { McpConfigurableModule } from './mcp.module-definition.js';
import { MCP_EXPORTS, MCP_PROVIDERS } from './mcp.providers.js';
import { serverConflicts } from './mcp.server-conflicts.js';

/**
 * Serves the tools of the application over the Model Context Protocol, to clients of both eras. Needs `ToolRuntimeModule`.
 *
 * @example
 * ```ts
 * @Module({
 *   imports: [
 *     ToolRuntimeModule.forRoot(),
 *     McpModule.forRoot({ serverInfo: { name: 'orders', version: '1.0.0' } }),
 *   ],
 *   providers: [OrderTools],
 * })
 * export class AppModule {}
 * ```
 *
 * Several servers in one application, each with its own tools, path and callers; with configuration that is itself injected:
 *
 * ```ts
 * McpModule.forRootAsync({
 *   inject: [ConfigService],
 *   useFactory: (config: ConfigService) => ({
 *     serverInfo: { name: 'orders-admin', version: '1.0.0' },
 *     tools: { tags: ['admin'] },
 *     auth: { publicUrl: config.getOrThrow('ADMIN_MCP_URL'), authorizationServers: [config.getOrThrow('ISSUER')] },
 *   }),
 *   // Known before anything is injected, so they stand beside the factory:
 *   server: 'admin',
 *   path: 'admin/mcp',
 *   providers: [{ provide: TokenValidator, useClass: AdminTokenValidator }],
 * })
 * ```
 */
@Module({
  imports: [WellKnownModule],
  providers: [...MCP_PROVIDERS],
  exports: [...MCP_EXPORTS],
})
export class McpModule extends McpConfigurableModule implements NestModule, OnModuleInit {
  constructor(
    private readonly modules: ModulesContainer,
    private readonly host: HttpAdapterHost,
  ) {
    super();
  }

  /**
   * Nest calls this once per server, after it has registered body parsers and before it registers routes, and only in an application with HTTP.
   * @throws McpConfigurationError when two servers have one name or one path
   */
  configure(): void {
    this.checkConflicts();
    showBodies(this.host.httpAdapter);
  }

  /** @throws McpConfigurationError when two servers have one name or one path */
  onModuleInit(): void {
    this.checkConflicts();
  }

  private checkConflicts(): void {
    const conflicts = serverConflicts(this.modules, McpModule);
    if (conflicts.length > 0) throw new McpConfigurationError(conflicts);
  }
}
