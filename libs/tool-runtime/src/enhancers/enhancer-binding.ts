import type { ToolOwner } from '../registry/tool-definition.js';
import { inheritedEnhancerIsScoped, unboundEnhancer } from '../tool-runtime.messages.js';
import { enhancerName } from './enhancer-metadata.js';
import type { DeclaredEnhancer, DeclaredEnhancers, EnhancerKind } from './enhancer-metadata.js';
import { scopedEnhancerName } from './global-enhancers.js';
import type { GlobalEnhancers } from './global-enhancers.js';
import type { ProviderModule, ProviderWrapper } from './nest-enhancers.js';

const BOUND_BY: Readonly<Record<EnhancerKind, string>> = {
  guards: 'bound by @UseGuards',
  interceptors: 'bound by @UseInterceptors',
  pipes: 'bound by @UsePipes',
  filters: 'bound by @UseFilters',
};

/**
 * Enhancers that Nest would silently leave out of a tool. It constructs a class named in `@UseGuards` when it scans the class of a provider;
 * behind `useFactory` or `useValue` there is no class to scan, so the guard would never exist and the tool would run unguarded.
 */
export function unboundEnhancers(
  owner: ToolOwner,
  declared: DeclaredEnhancers,
  wrapper: ProviderWrapper,
  module: ProviderModule,
): string[] {
  const unbound = (enhancers: readonly DeclaredEnhancer[], bound: string) =>
    enhancers
      .filter((enhancer) => typeof enhancer === 'function' && !isBound(enhancer, wrapper, module))
      .map((enhancer) => unboundEnhancer(owner, enhancerName(enhancer), bound));
  return [
    ...(Object.keys(BOUND_BY) as EnhancerKind[]).flatMap((kind) =>
      unbound(declared[kind], BOUND_BY[kind]),
    ),
    ...unbound(declared.parameterPipes, 'a pipe of one parameter'),
  ];
}

/** Global enhancers that Nest makes per request exist only for controllers; around another provider they would run without their dependencies. */
export function unreachableGlobals(
  owner: ToolOwner,
  globals: GlobalEnhancers,
  wrapper: ProviderWrapper,
): string[] {
  const reachable = new Set(wrapper.getEnhancersMetadata() ?? []);
  return globals.scoped
    .filter((enhancer) => !reachable.has(enhancer))
    .map((enhancer) => inheritedEnhancerIsScoped(owner, scopedEnhancerName(enhancer)));
}

function isBound(enhancer: DeclaredEnhancer, wrapper: ProviderWrapper, module: ProviderModule) {
  const injectable = module.injectables.get(enhancer as never);
  if (!injectable) return false;
  // Another provider of the module may have brought it; a shared instance serves both, one made per request or per user does not.
  const shared = injectable.isDependencyTreeStatic() && !injectable.isTransient;
  return shared || (wrapper.getEnhancersMetadata() ?? []).includes(injectable);
}
