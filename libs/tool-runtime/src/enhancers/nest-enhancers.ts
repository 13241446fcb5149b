import type { CanActivate } from '@nestjs/common';
import { ExternalContextCreator, ModuleRef } from '@nestjs/core';
import type { ApplicationConfig, ContextId, DiscoveryService } from '@nestjs/core';
import { ExternalExceptionFilterContext } from '@nestjs/core/exceptions/external-exception-filter-context.js';
import { getClassRef, getParamsHost } from '@nestjs/core/helpers/class-ref-registry.js';
import {
  GuardsConsumer,
  GuardsContextCreator,
  InterceptorsConsumer,
  InterceptorsContextCreator,
  PipesConsumer,
  PipesContextCreator,
  STATIC_CONTEXT,
} from '@nestjs/core/internal';
import type { ToolContext } from '../context/tool-context.js';
import { CONTEXT_TYPE, INPUT_TYPE, ROUTE_ARGUMENTS_KEY } from '../declaration/route-arguments.js';
import type { ToolMethod } from './direct-call.js';
import { endsWithCall, lastOfObservable } from './last-of-observable.js';
import { inputMember } from './parameter-layout.js';
import { TOOL_CONTEXT_TYPE } from './tool-execution-context.js';

/** What Nest keeps about one provider or controller. */
export type ProviderWrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** The module a provider belongs to. */
export type ProviderModule = NonNullable<ProviderWrapper['host']>;

/** One method of one living instance. */
export interface EnhancerTarget {
  readonly instance: object;
  readonly method: ToolMethod;
  readonly methodName: string;
  readonly wrapper: ProviderWrapper;
  readonly module: ProviderModule;
  /** Absent for what lives as long as the application. */
  readonly contextId?: ContextId;
}

/**
 * Runs Nest's guards, interceptors, pipes and filters around methods that no router knows. The only file that reaches below Nest's public
 * surface, because the public `ExternalContextCreator` can neither leave global enhancers out, nor run guards apart from the rest, nor find what is
 * bound to a controller.
 */
export class NestEnhancers {
  private readonly guardsCreator: GuardsContextCreator;
  private readonly guardsConsumer = new GuardsConsumer();
  private readonly contextCreator: ToolContextCreator;

  /**
   * @param moduleRef any module's; it leads to the container
   * @param config the application's global enhancers; without it they do not run
   */
  constructor(moduleRef: ModuleRef, config?: ApplicationConfig) {
    const container = containerOf(moduleRef);
    this.guardsCreator = new GuardsContextCreator(container, config);
    this.contextCreator = new ToolContextCreator(
      this.guardsCreator,
      this.guardsConsumer,
      new CallInterceptors(container, config),
      new InterceptorsConsumer(),
      container.getModules(),
      new PipesContextCreator(container, config),
      new PipesConsumer(),
      new RethrowingFilterContext(container, config),
    );
  }

  /** The guards of a target, global ones first, in the order they are asked. */
  guards({ instance, method, wrapper, module, contextId }: EnhancerTarget): CanActivate[] {
    return this.guardsCreator.create(
      instance,
      method,
      module.token,
      contextId ?? STATIC_CONTEXT,
      wrapper.id,
    );
  }

  /** Asks guards one after the other. @returns false at the first that refuses; rejects when one throws */
  async activate(
    guards: CanActivate[],
    { instance, method }: EnhancerTarget,
    context: ToolContext,
    input: unknown,
  ): Promise<boolean> {
    return this.guardsConsumer.tryActivate(
      guards,
      [context, input],
      instance,
      method,
      TOOL_CONTEXT_TYPE,
    );
  }

  /** Prepares pipes, interceptors, the method and filters of a target as one function. */
  wrap({ instance, method, methodName, wrapper, contextId }: EnhancerTarget) {
    const run = this.contextCreator.create<never, typeof TOOL_CONTEXT_TYPE>(
      instance,
      method,
      methodName,
      ROUTE_ARGUMENTS_KEY,
      { exchangeKeyForValue: parameterValue },
      contextId ?? STATIC_CONTEXT,
      wrapper.id,
      { guards: false, interceptors: true, filters: true },
      TOOL_CONTEXT_TYPE,
    );
    return async (context: ToolContext, input: unknown): Promise<unknown> =>
      lastOfObservable(await run(context, input), context);
  }
}

/** The class whose decorators count for an instance. Differs from `constructor` where mixins and proxies are involved. */
export const classOf = (instance: object): object => getClassRef(instance);

/** The class on which the parameter decorators of a method are stored. */
export const parametersHostOf = (classRef: object, methodName: string): object =>
  getParamsHost(classRef as new () => unknown, methodName);

/** True when the application only shows its structure, so that providers of this module have no working instance. */
export function isPreview(module: ProviderModule): boolean {
  return isPreviewApplication(moduleRefOf(module)) && !module.initOnPreview;
}

/** True when the application was created with `preview: true`. */
export function isPreviewApplication(moduleRef: ModuleRef): boolean {
  return containerOf(moduleRef).contextOptions?.preview === true;
}

/** The `ModuleRef` a provider of this module would be given. */
export function moduleRefOf(module: ProviderModule): ModuleRef {
  return module.getProviderByKey(ModuleRef).instance as ModuleRef;
}

function containerOf(moduleRef: ModuleRef) {
  return moduleRef['container'];
}

function parameterValue(type: number, data: unknown, args: unknown[]): unknown {
  if (type === CONTEXT_TYPE) return args[0];
  if (type !== INPUT_TYPE) return undefined;
  return typeof data === 'string' ? inputMember(args[1], data) : args[1];
}

/** What a call has given up must not go on inside Nest, which waits for the observable of the outermost interceptor. */
class CallInterceptors extends InterceptorsContextCreator {
  override create(...parameters: Parameters<InterceptorsContextCreator['create']>) {
    return [endsWithCall, ...super.create(...parameters)];
  }
}

class ToolContextCreator extends ExternalContextCreator {
  /** Nest looks among providers only; without this, what is bound to a controller by class would silently not run. */
  override getContextModuleKey(
    classRef: Parameters<ExternalContextCreator['getContextModuleKey']>[0],
  ) {
    const providing = super.getContextModuleKey(classRef);
    if (providing || !classRef) return providing;
    for (const [key, module] of this['modulesContainer'].entries())
      if (module.controllers.has(classRef)) return key;
    return '';
  }
}

class RethrowingFilterContext extends ExternalExceptionFilterContext {
  /** Nest logs what no filter answers, unredacted, and throws it on; the pipeline does the logging here, redacted and once. */
  override create(...parameters: Parameters<ExternalExceptionFilterContext['create']>) {
    const handler = super.create(...parameters);
    handler.next = (exception, host) => {
      const answer = handler.invokeCustomFilters(exception, host);
      if (answer !== undefined) return answer;
      throw exception;
    };
    return handler;
  }
}
