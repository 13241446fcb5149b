import * as messages from './declaration.messages.js';
import {
  CONTEXT_TYPE,
  INPUT_TYPE,
  readRouteArguments,
  writeRouteArgument,
} from './route-arguments.js';
import type { ToolOptions } from './tool-options.js';

const TOOL_KEY = 'toolgate:tool';

/**
 * Makes a method of a provider a tool. The method itself stays as it is and can still be called directly.
 *
 * What goes in is said in one of three ways: `@ToolParam()` on each parameter, `@ToolInput()` on one parameter whose class is
 * the DTO, or the `input` option with a Standard Schema or JSON Schema. A method without any parameter decorator receives
 * `(input, ctx)`.
 *
 * The options are stored on the method under `Tool.KEY`, so the decorator can be part of `applyDecorators()`.
 *
 * @throws TypeError when it is used on anything but a method of instances with a textual name
 *
 * @example
 * ```ts
 * @Injectable()
 * export class OrderTools {
 *   @Tool({ name: 'get_order', description: 'One order by its number', scopes: ['orders:read'], readOnly: true })
 *   get(@ToolParam('number') number: string) {
 *     return this.orders.find(number);
 *   }
 * }
 * ```
 */
export const Tool = Object.assign(
  (options: ToolOptions): MethodDecorator =>
    (target, method, descriptor) => {
      const handler: unknown = (descriptor as PropertyDescriptor | undefined)?.value;
      if (typeof handler !== 'function')
        throw new TypeError(messages.toolOnlyOnMethods(placeOf(target, method)));
      Reflect.defineMetadata(TOOL_KEY, options, handler);
      // Discovery looks at the methods of instances by name: these would silently be no tools.
      if (typeof target === 'function' || typeof method === 'symbol')
        throw new TypeError(messages.toolOnlyOnNamedMethods(placeOf(target, method)));
      const host = target.constructor;
      if (readRouteArguments(host, String(method)).length === 0) {
        // Without entries Nest would hand the method its raw arguments, the context first.
        writeRouteArgument(host, method, INPUT_TYPE, { index: 0, data: undefined, pipes: [] });
        writeRouteArgument(host, method, CONTEXT_TYPE, { index: 1, data: undefined, pipes: [] });
      }
    },
  {
    /** Metadata key of the {@link ToolOptions} on a tool method. */
    KEY: TOOL_KEY,
  },
);

/** The options of a tool method; undefined for any other value. */
export function readToolOptions(method: unknown): ToolOptions | undefined {
  return typeof method === 'function'
    ? (Reflect.getMetadata(TOOL_KEY, method) as ToolOptions | undefined)
    : undefined;
}

function placeOf(target: object, method: string | symbol | undefined): string {
  const host = typeof target === 'function' ? target : target.constructor;
  const name = (host as { name?: string }).name ?? 'a class';
  return method === undefined ? `the class ${name}` : `${name}.${String(method)}`;
}
