import { toolParameterDecorator } from './parameter-metadata.js';
import { INPUT_TYPE } from './route-arguments.js';
import type { ParameterPipe } from './route-arguments.js';
import type { ToolParamOptions } from './tool-options.js';

/**
 * One argument of a tool. The name is what callers write, letter for letter; the name of the parameter does not matter.
 *
 * The argument is required unless it has a `default` or says `required: false`. What is missing arrives as `undefined`, so a
 * default of the language works as well.
 *
 * @param name unique within the tool
 * @param options what the schema says about it
 * @param pipes run on the checked value, as with `@Body('name', pipe)`
 *
 * @example
 * ```ts
 * @Tool({ name: 'list_orders', description: 'List orders, newest first' })
 * list(@ToolParam('page', { description: 'Page number', clamp: [1, 1000], default: 1 }) page: number) {}
 * ```
 */
export function ToolParam(
  name: string,
  options: ToolParamOptions = {},
  ...pipes: readonly ParameterPipe[]
): ParameterDecorator {
  return toolParameterDecorator(
    '@ToolParam()',
    { kind: 'param', name, options },
    INPUT_TYPE,
    name,
    pipes,
  );
}
