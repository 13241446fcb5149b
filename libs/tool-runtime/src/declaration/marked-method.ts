import * as messages from './declaration.messages.js';
import {
  CONTEXT_TYPE,
  INPUT_TYPE,
  readRouteArguments,
  writeRouteArgument,
} from './route-arguments.js';

/**
 * Prepares a method for being called through the runtime; it stays as it is and can still be called directly.
 *
 * @param decorator as it is written, for messages: `@Tool`
 * @returns the method, for what the decorator has to say about it
 * @throws TypeError for anything but a method of instances with a textual name
 */
export function markMethod(
  decorator: string,
  target: object,
  method: string | symbol,
  descriptor: PropertyDescriptor | undefined,
): object {
  const handler: unknown = descriptor?.value;
  if (typeof handler !== 'function')
    throw new TypeError(messages.onlyOnMethods(decorator, placeOf(target, method)));
  // Discovery looks at the methods of instances by name: these would silently be nothing.
  if (typeof target === 'function' || typeof method === 'symbol')
    throw new TypeError(messages.onlyOnNamedMethods(decorator, placeOf(target, method)));
  const host = target.constructor;
  if (readRouteArguments(host, method).length === 0) {
    // Without entries Nest would hand the method its raw arguments, the context first.
    writeRouteArgument(host, method, INPUT_TYPE, { index: 0, data: undefined, pipes: [] });
    writeRouteArgument(host, method, CONTEXT_TYPE, { index: 1, data: undefined, pipes: [] });
  }
  return handler;
}

function placeOf(target: object, method: string | symbol | undefined): string {
  const host = typeof target === 'function' ? target : target.constructor;
  const name = (host as { name?: string }).name ?? 'a class';
  return method === undefined ? `the class ${name}` : `${name}.${String(method)}`;
}
