import { markMethod } from './marked-method.js';
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
      Reflect.defineMetadata(TOOL_KEY, options, markMethod('@Tool', target, method, descriptor));
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
