import type { ToolCatalog } from './tool-catalog.js';
import type { ToolDefinition } from './tool-definition.js';
import { addressTaken, toolAlreadyRegistered } from './registry.messages.js';

/** Something of this name, or of this address, exists already. */
export class ToolAlreadyRegisteredError extends Error {
  constructor(
    readonly toolName: string,
    message: string,
  ) {
    super(message);
    this.name = 'ToolAlreadyRegisteredError';
  }
}

/** Everything of one kind by exact, case-sensitive name, in the order it was registered. */
export class RegisteredTools implements ToolCatalog {
  private readonly tools = new Map<string, ToolDefinition>();
  private readonly byAddress = new Map<string, ToolDefinition>();
  private readonly listeners = new Set<() => void>();
  private announcing = false;

  constructor(readonly kind: string) {}

  get(name: string): ToolDefinition | undefined {
    return this.tools.get(name);
  }

  /** What callers know by this address. */
  at(address: string): ToolDefinition | undefined {
    return this.byAddress.get(address);
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
   * @throws ToolAlreadyRegisteredError when the address belongs to another one, or the name is taken and `replace` is not set
   */
  add(tool: ToolDefinition, { replace = false }: { readonly replace?: boolean } = {}): void {
    const existing = this.tools.get(tool.name);
    if (existing && !replace)
      throw new ToolAlreadyRegisteredError(tool.name, toolAlreadyRegistered(tool, existing.owner));
    const { address } = tool;
    const neighbour = address === undefined ? undefined : this.byAddress.get(address);
    if (address !== undefined && neighbour && neighbour !== existing)
      throw new ToolAlreadyRegisteredError(tool.name, addressTaken(tool, address, neighbour));
    if (existing?.address !== undefined) this.byAddress.delete(existing.address);
    this.tools.set(tool.name, tool);
    if (address !== undefined) this.byAddress.set(address, tool);
    this.announce();
  }

  /** @returns false when there was no such tool */
  remove(name: string): boolean {
    const existing = this.tools.get(name);
    if (!existing) return false;
    this.tools.delete(name);
    if (existing.address !== undefined) this.byAddress.delete(existing.address);
    this.announce();
    return true;
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
