import type { Awaitable } from './common/awaitable.js';
import type { CallOptions } from './call-options.js';
import type { ToolContext } from './context/tool-context.js';
import type { GovernedMethod } from './declaration/governed-method.js';
import { withImpliedInput } from './declaration/governed-method.decorator.js';
import type { ToolCompiler } from './discovery/tool.compiler.js';
import type { RegisteredTools } from './registry/registered-tools.js';
import type { ToolDefinition } from './registry/tool-definition.js';
import type { ToolFilter, ToolListing } from './registry/tool-listing.js';
import { uniqueName } from './registry/unique-name.js';
import type { ToolResult } from './result/tool-result.js';

/** What a {@link KindRegistry} works with. */
export interface KindRegistryParts {
  readonly kind: string;
  readonly catalog: RegisteredTools;
  readonly listing: ToolListing;
  readonly compiler: ToolCompiler;
  readonly add: (definition: ToolDefinition, behaviour: { readonly replace?: boolean }) => void;
  /** Sends a call through the pipeline, under the unique name. */
  readonly run: (
    name: string,
    args: unknown,
    context: ToolContext | undefined,
    options: CallOptions | undefined,
  ) => Awaitable<ToolResult>;
}

/**
 * Everything of one kind other than tools: found, listed, called, added and removed like tools, each call through the same pipeline. Names are those
 * within the kind.
 *
 * @example
 * ```ts
 * const result = await registry.ofKind('prompt').invoke('triage', { order_id: 'A-7' }, context);
 * ```
 */
export class KindRegistry {
  constructor(private readonly parts: KindRegistryParts) {}

  get kind(): string {
    return this.parts.kind;
  }

  /** How many there are, hidden ones too. */
  get size(): number {
    return this.parts.catalog.size;
  }

  /** What has exactly this name; undefined when nothing has. */
  get(name: string): ToolDefinition | undefined {
    return this.parts.catalog.get(uniqueName(this.kind, name));
  }

  /** What is at this address, letter for letter; undefined when nothing is. */
  at(address: string): ToolDefinition | undefined {
    return this.parts.catalog.at(address);
  }

  /** In the order of registration, hidden ones too. For the host's own eyes. */
  all(): readonly ToolDefinition[] {
    return this.parts.catalog.all();
  }

  /** What this caller sees, by the same decision a call would get. Synchronous when the policy is. */
  listFor(context: ToolContext, filter?: ToolFilter): Awaitable<readonly ToolDefinition[]> {
    return this.parts.listing.listFor(context, filter, this.parts.catalog);
  }

  /** Whether a call of this caller would be let through, as far as policy can say without arguments. Never throws; what fails is a no. */
  mayCall(context: ToolContext, name: string): Awaitable<boolean> {
    const definition = this.get(name);
    return definition ? this.parts.listing.mayCall(context, definition) : false;
  }

  /**
   * Calls one through the whole pipeline. Never throws and never rejects: every end, expected or not, is a {@link ToolResult}.
   * @param context who calls; left out, the host's own code
   */
  invoke(
    name: string,
    args?: unknown,
    context?: ToolContext,
    options?: CallOptions,
  ): Awaitable<ToolResult> {
    // What is no name is nothing's name.
    const known = typeof name === 'string' ? name : '';
    return this.parts.run(uniqueName(this.kind, known), args, context, options);
  }

  /**
   * Adds one while the application runs; it is governed like every other.
   *
   * @param method what the module that brings the kind makes of its options
   * @param handler receives the validated input and the caller's context
   * @param behaviour `replace` takes the place of what has this name; calls that run already end on the old one
   * @throws ToolAlreadyRegisteredError when the name or the address is taken
   * @throws ToolBootError when the declaration is wrong, listing everything that is
   * @throws TypeError when it is of another kind
   */
  register(
    method: GovernedMethod,
    handler: (input: never, context: ToolContext) => Awaitable<unknown>,
    behaviour: { readonly replace?: boolean } = {},
  ): ToolDefinition {
    if (method.kind !== this.kind)
      throw new TypeError(
        `KindRegistry.register: a ${method.kind} cannot be registered as a ${this.kind}. Use registry.ofKind('${method.kind}').`,
      );
    const own = withImpliedInput(method, false);
    const definition = this.parts.compiler.compileRuntimeTool(
      own.options,
      handler as (input: unknown, context: ToolContext) => Awaitable<unknown>,
      own,
    );
    this.parts.add(definition, behaviour);
    return definition;
  }

  /**
   * Removes one. Calls that run already end normally.
   * @returns false when there was none of this name
   */
  unregister(name: string): boolean {
    return this.parts.catalog.remove(uniqueName(this.kind, name));
  }

  /**
   * Calls `listener` after some were added or removed, once per tick.
   * @returns a function that stops it
   */
  onDidChange(listener: () => void): () => void {
    return this.parts.catalog.onDidChange(listener);
  }
}
