import { toolParameterDecorator } from './parameter-metadata.js';
import { CONTEXT_TYPE } from './route-arguments.js';

/**
 * The context of the call: who calls, over which channel, and the signal that says when to stop. Never part of the schema;
 * nothing a caller sends can take its place.
 *
 * @example
 * ```ts
 * @Tool({ name: 'whoami', description: 'Who the caller is' })
 * whoami(@ToolCtx() ctx: ToolContext) {
 *   return ctx.principal;
 * }
 * ```
 */
export function ToolCtx(): ParameterDecorator {
  return toolParameterDecorator('@ToolCtx()', { kind: 'context' }, CONTEXT_TYPE, undefined, []);
}
