import { Logger, Module } from '@nestjs/common';
import type { DynamicModule, OnModuleInit } from '@nestjs/common';
import { DiscoveryModule, ModulesContainer } from '@nestjs/core';
import { ToolExplorer } from './discovery/tool.explorer.js';
import { ToolRouteExplorer } from './discovery/tool-route.explorer.js';
import { VerificationToolsCompiler } from './discovery/verification-tools.compiler.js';
import { RegisteredKinds } from './registry/registered-kinds.js';
import { ToolRegistry } from './tool-registry.js';
import { ToolRuntimeConfigurationError } from './tool-runtime-configuration.error.js';
import { ToolRuntimeConfigurableModule } from './tool-runtime.module-definition.js';
import type { TOOL_RUNTIME_OPTIONS_TYPE } from './tool-runtime.module-definition.js';
import { TOOL_RUNTIME_EXPORTS, TOOL_RUNTIME_PROVIDERS } from './tool-runtime.providers.js';
import { repeatedImportProblems } from './tool-runtime.single-import.js';

/**
 * Finds every `@Tool` of the application and runs their calls through the governed pipeline. Import it once, in the root module.
 *
 * @example
 * ```ts
 * @Module({
 *   imports: [
 *     EventEmitterModule.forRoot(),
 *     ToolRuntimeModule.forRoot({ rateLimit: { limit: 60, windowMs: 60_000 } }),
 *   ],
 *   providers: [OrderTools],
 * })
 * export class AppModule {}
 * ```
 *
 * With configuration that is itself injected:
 *
 * ```ts
 * ToolRuntimeModule.forRootAsync({
 *   inject: [ConfigService],
 *   useFactory: (config: ConfigService) => ({ execution: { timeoutMs: config.getOrThrow('TOOL_TIMEOUT_MS') } }),
 *   // Known before anything is injected, so they stand beside the factory:
 *   imports: [StoresModule],
 *   providers: [{ provide: ConfirmationStore, useExisting: SharedConfirmationStore }],
 * })
 * ```
 */
@Module({
  imports: [DiscoveryModule],
  providers: [...TOOL_RUNTIME_PROVIDERS],
  exports: [...TOOL_RUNTIME_EXPORTS],
})
export class ToolRuntimeModule extends ToolRuntimeConfigurableModule implements OnModuleInit {
  /** @param options the runtime's options, and beside them what replaces its collaborators; all have defaults */
  static override forRoot(options: typeof TOOL_RUNTIME_OPTIONS_TYPE = {}): DynamicModule {
    return super.forRoot(options);
  }

  private readonly logger = new Logger(ToolRuntimeModule.name);

  constructor(
    private readonly modules: ModulesContainer,
    private readonly explorer: ToolExplorer,
    private readonly routes: ToolRouteExplorer,
    private readonly registered: RegisteredKinds,
    private readonly verificationTools: VerificationToolsCompiler,
    // Not used here, but made at boot: a collaborator that cannot be made must not wait for the first call to say so.
    _registry: ToolRegistry,
  ) {
    super();
  }

  /**
   * @throws ToolRuntimeConfigurationError when the module is imported more than once
   * @throws ToolBootError listing everything that is wrong with any tool
   */
  onModuleInit(): void {
    const repeated = repeatedImportProblems(this.modules, ToolRuntimeModule);
    if (repeated.length > 0) throw new ToolRuntimeConfigurationError(repeated);
    const { tools, report } = this.explorer.explore(this.verificationTools.reserved);
    for (const tool of [...tools, ...this.verificationTools.compile()]) this.registered.add(tool);
    this.routes.check();
    this.logger.log(report);
  }
}
