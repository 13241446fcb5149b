import { ConfigurableModuleBuilder, Logger } from '@nestjs/common';
import type { DynamicModule, FactoryProvider, ModuleMetadata, Provider } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { isPreviewApplication } from './enhancers/nest-enhancers.js';
import { previewOptionsFailed } from './tool-runtime.messages.js';
import type { ResolvedToolRuntimeOptions, ToolRuntimeOptions } from './tool-runtime.options.js';
import { resolveToolRuntimeOptions } from './tool-runtime.options.resolver.js';
import { TOOL_RUNTIME_OPTIONS } from './tool-runtime.tokens.js';

/** What must be known before providers exist; stands beside the options, never in the result of `useFactory`. */
export interface ToolRuntimeModuleExtras {
  /** Whether every module sees the registry without importing the module. @default true */
  readonly isGlobal?: boolean;
  /** Modules whose exports {@link providers} inject. */
  readonly imports?: ModuleMetadata['imports'];
  /**
   * Replacements of the runtime's collaborators, by token: `{ provide: ConfirmationStore, useClass: RedisConfirmationStore }`.
   * They come after the built-in ones, so they win.
   */
  readonly providers?: Provider[];
}

/** Injection token of the options as the host wrote them. */
export const WRITTEN_OPTIONS = Symbol('TOOL_RUNTIME_WRITTEN_OPTIONS');

const EXTRAS: ToolRuntimeModuleExtras = { isGlobal: true, imports: [], providers: [] };

export const {
  ConfigurableModuleClass: ToolRuntimeConfigurableModule,
  OPTIONS_TYPE: TOOL_RUNTIME_OPTIONS_TYPE,
  ASYNC_OPTIONS_TYPE: TOOL_RUNTIME_ASYNC_OPTIONS_TYPE,
} = new ConfigurableModuleBuilder<ToolRuntimeOptions>({
  optionsInjectionToken: WRITTEN_OPTIONS,
})
  .setClassMethodName('forRoot')
  .setExtras(EXTRAS, withExtras)
  .build();

/** The options with every default filled in. Optional injection: a module imported without `forRoot()` runs on the defaults. */
export const resolvedOptionsProvider: FactoryProvider<ResolvedToolRuntimeOptions> = {
  provide: TOOL_RUNTIME_OPTIONS,
  inject: [{ token: WRITTEN_OPTIONS, optional: true }],
  useFactory: (written?: ToolRuntimeOptions) => resolveToolRuntimeOptions(written),
};

function withExtras(definition: DynamicModule, extras: ToolRuntimeModuleExtras): DynamicModule {
  return {
    ...definition,
    global: extras.isGlobal,
    imports: [...(definition.imports ?? []), ...(extras.imports ?? [])],
    providers: [
      ...(definition.providers ?? []).map(toleratingPreview),
      ...(extras.providers ?? []),
    ],
  };
}

/**
 * In preview, what an options factory injects has never been constructed, so a factory that reads from it may fail or answer nonsense.
 * Looking at tools must work all the same, so they are shown with the default options then.
 */
function toleratingPreview(provider: Provider): Provider {
  if (!isOptionsFactory(provider)) return provider;
  const { useFactory, inject = [] } = provider;
  return {
    ...provider,
    inject: [ModuleRef, ...inject],
    useFactory: async (moduleRef: ModuleRef, ...dependencies: unknown[]) => {
      if (!isPreviewApplication(moduleRef)) return useFactory(...dependencies);
      try {
        const written = (await useFactory(...dependencies)) as ToolRuntimeOptions;
        resolveToolRuntimeOptions(written);
        return written;
      } catch (error) {
        new Logger('ToolRuntimeModule').warn(previewOptionsFailed(String(error)));
        return {};
      }
    },
  };
}

function isOptionsFactory(provider: Provider): provider is FactoryProvider<unknown> {
  return 'useFactory' in provider && provider.provide === WRITTEN_OPTIONS;
}
