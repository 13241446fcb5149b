import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';

/** Names of the Nest enhancers bound to a tool, in the order they run. */
export interface ToolEnhancers {
  readonly guards: readonly string[];
  readonly interceptors: readonly string[];
  readonly pipes: readonly string[];
  readonly filters: readonly string[];
}

export const NO_ENHANCERS: ToolEnhancers = Object.freeze({
  guards: [],
  interceptors: [],
  pipes: [],
  filters: [],
});

/**
 * How the pipeline reaches the code behind a tool. One call uses the same `context` object for both methods, so a
 * request-scoped provider and its guards share one instance.
 */
export interface ToolHandler {
  /** What is bound to the tool, by name. */
  readonly enhancers: ToolEnhancers;
  /** True when the provider is made anew for each call, with the guards and interceptors that depend on it. */
  readonly perCall?: boolean;
  /** Present when the tool has guards. Resolves to false, or throws, to refuse. */
  readonly canActivate?: (context: ToolContext, input: unknown) => Awaitable<boolean>;
  /** Runs pipes, interceptors, the method and filters. Synchronous when the tool is and nothing wraps it. */
  readonly invoke: (context: ToolContext, input: unknown) => Awaitable<unknown>;
}
