import type { INestApplicationContext } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { Tool } from '@toolgate/tool-runtime';
import type { ToolOptions, ToolRegistry } from '@toolgate/tool-runtime';

/** A class with tools in whose place a test has put something else, and the tools that are gone with it. */
export interface ReplacedHost {
  readonly className: string;
  readonly missingTools: readonly string[];
}

/**
 * Finds the providers whose class declares tools that are not there because what was put in place of the class does not declare them. A plain
 * object has the methods of a class, but not what its decorators have said about them; an overriding method has nothing of the one it overrides.
 */
export function findReplacedHosts(
  app: INestApplicationContext,
  registry: ToolRegistry,
): readonly ReplacedHost[] {
  const scanner = new MetadataScanner();
  const found = new Map<unknown, ReplacedHost>();
  for (const module of app.get(ModulesContainer, { strict: false }).values())
    for (const [token, wrapper] of [...module.providers, ...module.controllers]) {
      if (typeof token !== 'function' || wrapper.metatype === token) continue;
      const present = new Set(
        prototypesOf(wrapper).flatMap((prototype) => declaredTools(prototype, scanner)),
      );
      const missingTools = declaredTools(token.prototype, scanner).filter(
        (name) => !present.has(name) && !registry.has(name),
      );
      if (missingTools.length > 0)
        found.set(token, { className: token.name || 'an anonymous class', missingTools });
    }
  return [...found.values()];
}

/** Of the class that takes the place, or of the value. */
function prototypesOf({ metatype, instance }: Wrapper): readonly unknown[] {
  return [metatype?.prototype, Object.getPrototypeOf(instance ?? {})];
}

type Wrapper = {
  readonly metatype: { readonly prototype?: unknown } | null;
  readonly instance: unknown;
};

function declaredTools(prototype: unknown, scanner: MetadataScanner): string[] {
  if (typeof prototype !== 'object' || prototype === null) return [];
  return scanner.getAllMethodNames(prototype).flatMap((method) => {
    const handler = (prototype as Record<string, unknown>)[method];
    const options = Reflect.getMetadata(Tool.KEY, handler as object) as ToolOptions | undefined;
    return options ? [options.name] : [];
  });
}
