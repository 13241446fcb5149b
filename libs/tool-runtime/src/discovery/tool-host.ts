import type { MetadataScanner } from '@nestjs/core';
import { classOf } from '../enhancers/nest-enhancers.js';
import type { ProviderModule, ProviderWrapper } from '../enhancers/nest-enhancers.js';
import type { ToolDeclaration } from '../declaration/tool-declaration.js';
import { readDeclarations } from '../declaration/tool-metadata.accessor.js';

/** A provider or controller with at least one method that is a tool or of another kind. */
export interface ToolHost {
  readonly wrapper: ProviderWrapper;
  readonly module: ProviderModule;
  readonly classRef: object;
  readonly className: string;
  readonly prototype: object;
  /** By method, in the order of methods. */
  readonly declarations: ReadonlyMap<string, readonly ToolDeclaration[]>;
}

/**
 * Looks for tools in what a provider's class declares, so that a provider need not exist to be seen: not in preview, not before its first
 * request. What a factory makes per request has no class to look at and is not seen.
 */
export function readToolHost(
  wrapper: ProviderWrapper,
  scanner: MetadataScanner,
): ToolHost | undefined {
  const { host: module } = wrapper;
  if (!module || wrapper.isAlias) return undefined;
  try {
    const prototype = prototypeOf(wrapper);
    if (!prototype) return undefined;
    const declarations = new Map<string, readonly ToolDeclaration[]>();
    for (const methodName of scanner.getAllMethodNames(prototype)) {
      const declared = readDeclarations(prototype, methodName);
      if (declared.length > 0) declarations.set(methodName, declared);
    }
    if (declarations.size === 0) return undefined;
    const classRef = isClass(wrapper) ? wrapper.metatype : classOf(wrapper.instance as object);
    const { name } = classRef as { name?: string };
    return {
      wrapper,
      module,
      classRef,
      className: name || 'an anonymous class',
      prototype,
      declarations,
    };
  } catch (error) {
    // A value may be a proxy that objects to being looked at; a class cannot be.
    if (isClass(wrapper)) throw error;
    return undefined;
  }
}

function prototypeOf(wrapper: ProviderWrapper): object | undefined {
  if (isClass(wrapper)) return wrapper.metatype.prototype;
  const instance: unknown = wrapper.instance;
  if (typeof instance !== 'object' || instance === null) return undefined;
  const prototype = Object.getPrototypeOf(instance) as object | null;
  return prototype && prototype !== Object.prototype ? prototype : undefined;
}

function isClass(
  wrapper: ProviderWrapper,
): wrapper is ProviderWrapper & { readonly metatype: { readonly prototype: object } } {
  return !wrapper.isNotMetatype && Boolean(wrapper.metatype?.prototype);
}
