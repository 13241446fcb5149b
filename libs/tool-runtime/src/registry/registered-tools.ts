import { Injectable } from '@nestjs/common';
import type { ToolCatalog } from './tool-catalog.js';
import type { ToolDefinition } from './tool-definition.js';
import { toolAlreadyRegistered } from './registry.messages.js';

/** A tool of this name exists already. */
export class ToolAlreadyRegisteredError extends Error {
  constructor(
    readonly toolName: string,
    message: string,
  ) {
    super(message);
    this.name = 'ToolAlreadyRegisteredError';
  }
}

/** The tools of the application by exact, case-sensitive name, in the order they were registered. */
@Injectable()
export class RegisteredTools implements ToolCatalog {
  private readonly tools = new Map<string, ToolDefinition>();
  private readonly listeners = new Set<() => void>();
  private announcing = false;

  get(name: string): ToolDefinition | undefined {
    return this.tools.get(name);
  }

  has(name: string): boolean {
    return this.tools.has(name);
  }

  all(): readonly ToolDefinition[] {
    return [...this.tools.values()];
  }

  get size(): number {
    return this.tools.size;
  }

  /**
   * Adds a tool. Calls that run already keep the definition they started with.
   * @throws ToolAlreadyRegisteredError when the name is taken and `replace` is not set
   */
  add(tool: ToolDefinition, { replace = false }: { readonly replace?: boolean } = {}): void {
    const existing = this.tools.get(tool.name);
    if (existing && !replace)
      throw new ToolAlreadyRegisteredError(
        tool.name,
        toolAlreadyRegistered(tool.name, existing.owner),
      );
    this.tools.set(tool.name, tool);
    this.announce();
  }

  /** @returns false when there was no such tool */
  remove(name: string): boolean {
    const removed = this.tools.delete(name);
    if (removed) this.announce();
    return removed;
  }

  /**
   * Calls `listener` after the set of tools changed, once for all changes of one tick.
   * @returns a function that stops it
   */
  onDidChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private announce(): void {
    if (this.announcing || this.listeners.size === 0) return;
    this.announcing = true;
    queueMicrotask(() => {
      this.announcing = false;
      for (const listener of this.listeners) {
        try {
          listener();
        } catch {
          // One listener's fault must not keep the news from the others, nor end the process.
        }
      }
    });
  }
}
