import type { ArgumentsHost } from '@nestjs/common';
import { ToolContext } from '../context/tool-context.js';

/** What `host.getType()` answers while a tool is called. */
export const TOOL_CONTEXT_TYPE = 'tool';

/**
 * True inside a guard, interceptor, pipe decorator or filter that runs around a tool. `host.getArgs()` is then `[ToolContext, input]`:
 * the context comes first, so that code which asks for "the request" finds who calls, never what the caller wrote.
 *
 * @example
 * ```ts
 * canActivate(host: ExecutionContext) {
 *   const principal = isToolContext(host) ? getToolContext(host).principal : host.switchToHttp().getRequest().user?.id;
 *   return principal !== null;
 * }
 * ```
 */
export function isToolContext(host: ArgumentsHost): boolean {
  return host.getType<string>() === TOOL_CONTEXT_TYPE;
}

/**
 * The context of the call an enhancer runs around.
 * @throws TypeError when the enhancer does not run around a tool; ask {@link isToolContext} first
 */
export function getToolContext(host: ArgumentsHost): ToolContext {
  const context: unknown = isToolContext(host) ? host.getArgByIndex(0) : undefined;
  if (!ToolContext.is(context))
    throw new TypeError(
      `getToolContext: this enhancer runs around a call of type "${host.getType<string>()}", not around a tool. Ask isToolContext(host) first.`,
    );
  return context;
}
