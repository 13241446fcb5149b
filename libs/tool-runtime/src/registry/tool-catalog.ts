import type { ToolDefinition } from './tool-definition.js';

/** Where a tool is looked up by its name. The registry is one; whoever only needs to look depends on this. */
export interface ToolCatalog {
  /** @returns undefined when there is no tool of exactly this name */
  get(name: string): ToolDefinition | undefined;
}

/** Injection token of the {@link ToolCatalog}. */
export const ToolCatalog = Symbol('ToolCatalog');
