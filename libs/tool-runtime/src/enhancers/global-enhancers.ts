import type { ApplicationConfig } from '@nestjs/core';
import { enhancerName } from './enhancer-metadata.js';
import type { EnhancerKind } from './enhancer-metadata.js';
import type { ProviderWrapper } from './nest-enhancers.js';

/** The enhancers of the whole application: `APP_GUARD` and its siblings, and `app.useGlobalGuards()` and its siblings. */
export interface GlobalEnhancers extends Readonly<Record<EnhancerKind, readonly string[]>> {
  /** Those that Nest makes anew per request or per use. */
  readonly scoped: readonly ProviderWrapper[];
}

/** Lists what is bound now; what `useGlobal…()` adds after the application is initialised comes too late for tools. */
export function readGlobalEnhancers(config: ApplicationConfig): GlobalEnhancers {
  const guards = config.getGlobalRequestGuards();
  const interceptors = config.getGlobalRequestInterceptors();
  const pipes = config.getGlobalRequestPipes();
  const filters = config.getGlobalRequestFilters();
  return {
    guards: names(config.getGlobalGuards(), guards),
    interceptors: names(config.getGlobalInterceptors(), interceptors),
    pipes: names(config.getGlobalPipes(), pipes),
    filters: names(config.getGlobalFilters(), filters),
    scoped: [...guards, ...interceptors, ...pipes, ...filters],
  };
}

/** The application has none, or they do not wrap tools. */
export const NO_GLOBAL_ENHANCERS: GlobalEnhancers = Object.freeze({
  guards: [],
  interceptors: [],
  pipes: [],
  filters: [],
  scoped: [],
});

function names(instances: readonly object[], wrappers: readonly ProviderWrapper[]): string[] {
  return [...instances.map(enhancerName), ...wrappers.map(scopedEnhancerName)];
}

/** A wrapper's own name is its generated token; its class is what the host wrote. */
export function scopedEnhancerName(wrapper: ProviderWrapper): string {
  return wrapper.isNotMetatype ? String(wrapper.name) : enhancerName(wrapper.metatype as object);
}
