import { Injectable } from '@nestjs/common';
import { ApplicationConfig, ModuleRef } from '@nestjs/core';
import type { ToolEnhancers, ToolHandler } from '../registry/tool-handler.js';
import type { ToolOwner } from '../registry/tool-definition.js';
import { unboundEnhancers, unreachableGlobals } from './enhancer-binding.js';
import { enhancerName, readEnhancers } from './enhancer-metadata.js';
import type { DeclaredEnhancers } from './enhancer-metadata.js';
import { NO_GLOBAL_ENHANCERS, readGlobalEnhancers } from './global-enhancers.js';
import type { GlobalEnhancers } from './global-enhancers.js';
import { NestEnhancers, isPreview, parametersHostOf } from './nest-enhancers.js';
import type { ProviderModule, ProviderWrapper } from './nest-enhancers.js';
import { isPlain, readParameterLayout } from './parameter-layout.js';
import { previewHandler } from './preview-handler.js';
import { scopedHandler } from './scoped-handler.js';
import { sharedHandler } from './shared-handler.js';
import type { ToolBinding } from './tool-binding.js';

/** A method of a provider or controller that is to become a tool. */
export interface ToolMethodTarget {
  readonly wrapper: ProviderWrapper;
  readonly module: ProviderModule;
  /** The class whose decorators count. */
  readonly classRef: object;
  readonly prototype: object;
  readonly methodName: string;
  readonly owner: ToolOwner;
}

/** Either a handler, or every reason why there can be none. */
export type ToolHandlerOutcome =
  | { readonly handler: ToolHandler; readonly problems?: undefined }
  | { readonly handler?: undefined; readonly problems: readonly string[] };

/** Makes handlers that share the decision about global enhancers. */
export interface ToolHandlerMaker {
  /** The global enhancers that will wrap every tool. */
  readonly globals: GlobalEnhancers;
  create(target: ToolMethodTarget): ToolHandlerOutcome;
}

/**
 * Turns provider methods into {@link ToolHandler}s: decides at boot which enhancers a call passes, and picks the shortest way that runs all
 * of them. A method that nothing wraps is called directly.
 */
@Injectable()
export class ToolHandlerFactory {
  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly config: ApplicationConfig,
  ) {}

  /** @param globalEnhancers whether the application's own guards, interceptors, pipes and filters wrap tools too */
  open(globalEnhancers: 'skip' | 'inherit'): ToolHandlerMaker {
    const inherits = globalEnhancers === 'inherit';
    const globals = inherits ? readGlobalEnhancers(this.config) : NO_GLOBAL_ENHANCERS;
    const nest = new NestEnhancers(this.moduleRef, inherits ? this.config : undefined);
    return { globals, create: (target) => createHandler(nest, globals, target) };
  }
}

function createHandler(
  nest: NestEnhancers,
  globals: GlobalEnhancers,
  target: ToolMethodTarget,
): ToolHandlerOutcome {
  const { wrapper, module, classRef, prototype, methodName, owner } = target;
  const layout = readParameterLayout(parametersHostOf(classRef, methodName), methodName);
  const method = (prototype as Record<string, object>)[methodName];
  const declared: DeclaredEnhancers = {
    guards: readEnhancers('guards', classRef, method),
    interceptors: readEnhancers('interceptors', classRef, method),
    pipes: readEnhancers('pipes', classRef, method),
    filters: readEnhancers('filters', classRef, method),
    parameterPipes: layout.pipes,
  };
  const problems = [
    ...unboundEnhancers(owner, declared, wrapper, module),
    ...unreachableGlobals(owner, globals, wrapper),
  ];
  if (problems.length > 0) return { problems };
  const enhancers = enhancerNames(declared, globals);
  const binding: ToolBinding = {
    ...target,
    nest,
    layout,
    enhancers,
    isWrapped:
      enhancers.interceptors.length + enhancers.pipes.length + enhancers.filters.length > 0 ||
      !isPlain(layout),
  };
  try {
    return { handler: handlerOf(binding) };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

function handlerOf(binding: ToolBinding): ToolHandler {
  const { wrapper, module } = binding;
  const isShared = wrapper.isDependencyTreeStatic() && !wrapper.isTransient;
  if (isPreview(module)) return previewHandler(binding, !isShared);
  return isShared ? sharedHandler(binding) : scopedHandler(binding);
}

/** In the order they run: outermost first, filters innermost first. */
function enhancerNames(declared: DeclaredEnhancers, globals: GlobalEnhancers): ToolEnhancers {
  const outermostFirst = (kind: 'guards' | 'interceptors' | 'pipes') => [
    ...globals[kind],
    ...declared[kind].map(enhancerName),
  ];
  return Object.freeze({
    guards: Object.freeze(outermostFirst('guards')),
    interceptors: Object.freeze(outermostFirst('interceptors')),
    pipes: Object.freeze([
      ...outermostFirst('pipes'),
      ...declared.parameterPipes.map(enhancerName),
    ]),
    filters: Object.freeze([
      ...declared.filters.map(enhancerName).toReversed(),
      ...globals.filters.toReversed(),
    ]),
  });
}
