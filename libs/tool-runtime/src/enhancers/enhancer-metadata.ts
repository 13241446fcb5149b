import type { Type } from '@nestjs/common';

/** The kinds of Nest enhancers, in the words of {@link ToolEnhancers}. */
export type EnhancerKind = 'guards' | 'interceptors' | 'pipes' | 'filters';

/** Under which keys `@UseGuards` and its siblings store what they bind. */
export const ENHANCER_METADATA_KEYS: Readonly<Record<EnhancerKind, string>> = Object.freeze({
  guards: '__guards__',
  interceptors: '__interceptors__',
  pipes: '__pipes__',
  filters: '__exceptionFilters__',
});

/** Decorators name a class, which Nest constructs, or bring an instance. */
export type DeclaredEnhancer = Type | object;

/** What is bound to one tool by decorators, class before method. */
export interface DeclaredEnhancers extends Readonly<
  Record<EnhancerKind, readonly DeclaredEnhancer[]>
> {
  /** Pipes of single parameters, by parameter position. */
  readonly parameterPipes: readonly DeclaredEnhancer[];
}

/** Reads what `@UseGuards` and its siblings bound to a class and to one of its methods. */
export function readEnhancers(kind: EnhancerKind, classRef: object, method: object) {
  const key = ENHANCER_METADATA_KEYS[kind];
  return [...metadataList(key, classRef), ...metadataList(key, method)];
}

/** How an enhancer is called in messages and plans. */
export function enhancerName(enhancer: DeclaredEnhancer): string {
  if (typeof enhancer === 'function') return enhancer.name || 'an anonymous class';
  const { constructor } = enhancer as { constructor?: unknown };
  return typeof constructor === 'function' && constructor.name
    ? constructor.name
    : 'an anonymous object';
}

function metadataList(key: string, target: object): readonly DeclaredEnhancer[] {
  const bound: unknown = Reflect.getMetadata(key, target);
  return Array.isArray(bound) ? (bound as DeclaredEnhancer[]) : [];
}
