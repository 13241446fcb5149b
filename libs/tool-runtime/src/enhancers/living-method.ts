import type { ToolMethod } from './direct-call.js';

/**
 * The method to call on an instance, carrying the decorators of its declaration.
 *
 * A constructor that binds its own methods, or a proxy around the instance, puts another function in the place of the declared one. That function
 * is the one to call, but `@UseGuards` and its siblings are stored on the declared one, so it gets a stand-in that has both.
 */
export function livingMethod(instance: object, prototype: object, methodName: string): ToolMethod {
  const declared = (prototype as Record<string, ToolMethod>)[methodName];
  const living: unknown = (instance as Record<string, unknown>)[methodName];
  if (living === declared || typeof living !== 'function') return declared;
  const standIn: ToolMethod = function (this: unknown, ...args) {
    return (living as ToolMethod).apply(this, args);
  };
  for (const key of Reflect.getMetadataKeys(declared) as unknown[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, declared), standIn);
  return standIn;
}
