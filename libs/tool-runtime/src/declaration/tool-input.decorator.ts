import { toolParameterDecorator } from './parameter-metadata.js';
import { INPUT_TYPE } from './route-arguments.js';
import type { ParameterPipe } from './route-arguments.js';

/**
 * All arguments of a tool in one parameter: an instance of its DTO class, or what the schema in `@Tool({ input })` gives.
 *
 * @param pipes run on the checked input, as with `@Body(pipe)`
 *
 * @example
 * ```ts
 * @Tool({ name: 'refund_order', description: 'Refund an order', mutating: true, confirm: true })
 * refund(@ToolInput() input: RefundOrderInput, @ToolCtx() ctx: ToolContext) {}
 * ```
 */
export function ToolInput(...pipes: readonly ParameterPipe[]): ParameterDecorator {
  return toolParameterDecorator('@ToolInput()', { kind: 'input' }, INPUT_TYPE, undefined, pipes);
}
