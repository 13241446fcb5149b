import { governedMethod, governedParameter } from '@toolgate/tool-runtime';
import type { ParameterPipe, ToolParamOptions } from '@toolgate/tool-runtime';
import { resourceTemplateMethod } from './resource.method.js';
import type { ResourceTemplateOptions } from './resource.options.js';

/**
 * Makes a method of a provider a family of resources, one for each URI that fits the template. Everything else is as with `@Resource()`.
 *
 * The variables of the template are the arguments of the method, validated before it runs: `@ResourceParam()` on each parameter, `@ToolInput()` with a DTO, or the
 * `input` option. A method that declares none of them receives all variables, as texts, in its first parameter.
 *
 * @throws TypeError when it is used on anything but a method of instances with a textual name
 *
 * @example
 * ```ts
 * @ResourceTemplate({ uriTemplate: 'orders://{id}', name: 'order_by_id', description: 'One order', scopes: ['orders:read'] })
 * order(@ResourceParam('id', { pattern: '^A-[0-9]+$' }) id: string) {
 *   return this.orders.find(id);
 * }
 * ```
 */
export const ResourceTemplate = (options: ResourceTemplateOptions): MethodDecorator =>
  governedMethod(resourceTemplateMethod(options));

/**
 * One variable of a `uriTemplate`, decoded and validated. Everything is as with `@ToolParam()`.
 *
 * @param name as it stands in the template
 * @param options what the schema says about it
 * @param pipes run on the checked value
 */
export const ResourceParam = (
  name: string,
  options: ToolParamOptions = {},
  ...pipes: readonly ParameterPipe[]
): ParameterDecorator => governedParameter('@ResourceParam()', name, options, pipes);
