import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isPromiseLike, settle } from './common/awaitable.js';
import type { Awaitable } from './common/awaitable.js';
import type { CallOptions } from './call-options.js';
import { ToolContext, callerSignal, openCall } from './context/tool-context.js';
import type { ToolOptions } from './declaration/tool-options.js';
import { ToolCompiler } from './discovery/tool.compiler.js';
import { InflightCalls } from './pipeline/inflight-calls.js';
import { Invocation } from './pipeline/invocation.js';
import { ToolPipeline } from './pipeline/tool-pipeline.js';
import { KindRegistry } from './kind-registry.js';
import { RegisteredKinds } from './registry/registered-kinds.js';
import { RegisteredTools } from './registry/registered-tools.js';
import type { ToolDefinition } from './registry/tool-definition.js';
import { ToolListing } from './registry/tool-listing.js';
import type { ToolFilter } from './registry/tool-listing.js';
import { summarize } from './registry/tool-summary.js';
import type { ToolSummary } from './registry/tool-summary.js';
import { ToolResult } from './result/tool-result.js';
import { TOOL_RUNTIME_OPTIONS } from './tool-runtime.tokens.js';
import type { ResolvedToolRuntimeOptions } from './tool-runtime.options.js';
import { Toolset } from './toolset/toolset.js';

/** The code behind a tool that is registered at run time. */
export type RuntimeToolHandler<Input = unknown> = (
  input: Input,
  context: ToolContext,
) => Awaitable<unknown>;

/** A tool that is registered at run time: the options of `@Tool`, and its code beside them. */
export type RuntimeToolOptions<Schema> = Omit<ToolOptions, 'input'> & { readonly input?: Schema };

/** What a handler receives for an input schema. */
export type InputOf<Schema> = Schema extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Schema>
  : Record<string, unknown>;

/**
 * The front door: every call of every tool, whoever makes it, goes through {@link call}.
 *
 * @example
 * ```ts
 * const result = await registry.call('refund_order', { order_id: 'A-7' }, context);
 * if (!result.success) logger.warn(result.error);
 * ```
 */
@Injectable()
export class ToolRegistry implements BeforeApplicationShutdown {
  private readonly inflight = new InflightCalls();
  private readonly kinds = new Map<string, KindRegistry>();

  constructor(
    private readonly tools: RegisteredTools,
    private readonly listing: ToolListing,
    private readonly pipeline: ToolPipeline,
    private readonly compiler: ToolCompiler,
    private readonly registered: RegisteredKinds,
    @Inject(TOOL_RUNTIME_OPTIONS) private readonly options: ResolvedToolRuntimeOptions,
  ) {}

  /**
   * Calls a tool through the whole pipeline. Never rejects: every end, expected or not, is a {@link ToolResult}.
   *
   * @param name exact name of the tool
   * @param args the arguments as they came; they are copied, never changed
   * @param context who calls. Left out, it is the host's own code (`ToolContext.cli()`); every network edge must pass one. Anything
   * that is not a context, such as `null` from a failed look-up, is an anonymous caller on an unknown channel and is refused.
   * @param options what else this one call needs
   */
  call<T = unknown>(
    name: string,
    args?: unknown,
    context?: ToolContext,
    options?: CallOptions,
  ): Promise<ToolResult<T>> {
    return Promise.resolve(this.invoke<T>(name, args, context, options));
  }

  /**
   * Like {@link call}, but the result itself when nothing had to be waited for, and a promise that never rejects otherwise. For transports, where
   * waiting for what is there already costs more than the call.
   */
  invoke<T = unknown>(
    name: string,
    args?: unknown,
    context?: ToolContext,
    options?: CallOptions,
  ): Awaitable<ToolResult<T>> {
    return this.run(this.open(name, args, context), options) as Awaitable<ToolResult<T>>;
  }

  /**
   * What another module brought beside tools, governed like them: `registry.ofKind('prompt')`. Nothing of another kind can be listed or called
   * as a tool.
   */
  ofKind(kind: string): KindRegistry {
    const known = this.kinds.get(kind);
    if (known) return known;
    const made = new KindRegistry({
      kind,
      catalog: this.registered.of(kind),
      listing: this.listing,
      compiler: this.compiler,
      add: (definition, behaviour) => this.registered.add(definition, behaviour),
      run: (name, args, context, options) => {
        const invocation = this.open(name, args, context);
        invocation.kind = kind;
        invocation.catalog = this.registered.of(kind);
        return this.run(invocation, options);
      },
    });
    this.kinds.set(kind, made);
    return made;
  }

  /**
   * Adds a tool while the application runs; it is governed like every other.
   *
   * @param options the options of `@Tool`; `input` is a Standard Schema or a JSON Schema
   * @param handler receives the validated input and the caller's context
   * @param behaviour `replace` takes the place of a tool of this name; calls that run already end on the old one
   * @throws ToolAlreadyRegisteredError when the name is taken
   * @throws ToolBootError when the declaration is wrong, listing everything that is
   */
  register<Schema = undefined>(
    options: RuntimeToolOptions<Schema>,
    handler: RuntimeToolHandler<InputOf<Schema>>,
    behaviour: { readonly replace?: boolean } = {},
  ): ToolDefinition {
    const tool = this.compiler.compileRuntimeTool(
      options as ToolOptions,
      handler as RuntimeToolHandler,
    );
    this.registered.add(tool, behaviour);
    return tool;
  }

  /**
   * Removes a tool. Calls that run already end normally.
   * @returns false when there was no such tool
   */
  unregister(name: string): boolean {
    return this.tools.remove(name);
  }

  /** Whether there is a tool of exactly this name. */
  has(name: string): boolean {
    return this.tools.has(name);
  }

  /** The tool's definition, or undefined. */
  getDefinition(name: string): ToolDefinition | undefined {
    return this.tools.get(name);
  }

  /** Every tool in the order of registration, hidden ones too. For the host's own eyes. */
  getDefinitions(): readonly ToolDefinition[] {
    return this.tools.all();
  }

  /** Everything the runtime governs, tools first, then what other modules brought: each under the name that rules and records know. For the host's own eyes. */
  getGoverned(): readonly ToolDefinition[] {
    return this.registered.everything();
  }

  /** Every tool that is not hidden, as plain JSON for clients. For one caller's view use {@link listFor}. */
  getSummaries(): readonly ToolSummary[] {
    return this.tools
      .all()
      .filter(({ hidden }) => !hidden)
      .map(summarize);
  }

  /**
   * The tools this caller could call, by the same decision a call would get; with `visibility: 'all'` every tool that is not hidden.
   * Synchronous when the policy is.
   */
  listFor(context: ToolContext, filter?: ToolFilter): Awaitable<readonly ToolDefinition[]> {
    return this.listing.listFor(context, filter);
  }

  /**
   * The tools this caller could call, ready for an agent inside the host's own process: in the shapes of OpenAI, Anthropic and the Vercel
   * AI SDK, each call governed like every other. Whatever `visibility` says, only what is callable. Synchronous when the policy is.
   */
  toolset(context: ToolContext, filter?: ToolFilter): Awaitable<Toolset> {
    return settle(
      this.listing.callableBy(context, filter),
      (tools) =>
        new Toolset(context, tools, (name, args, caller, known) =>
          this.call(name, args, caller, { known }),
        ),
    );
  }

  /**
   * Calls `listener` after tools were added or removed, once per tick.
   * @returns a function that stops it
   */
  onDidChange(listener: () => void): () => void {
    return this.tools.onDidChange(listener);
  }

  /** Lets running calls finish within `execution.drainMs`, then cancels them. Later calls are cancelled at once. */
  async beforeApplicationShutdown(): Promise<void> {
    this.pipeline.close();
    await this.inflight.drain(this.options.execution.drainMs);
  }

  private run(invocation: Invocation, options: CallOptions | undefined): Awaitable<ToolResult> {
    invocation.offered = options?.answer;
    invocation.known = options?.known;
    const ended = this.pipeline.run(invocation);
    return isPromiseLike(ended) ? this.inflight.track(invocation, Promise.resolve(ended)) : ended;
  }

  private open(name: unknown, args: unknown, context: unknown): Invocation {
    const call = openFor(context);
    return new Invocation(
      typeof name === 'string' ? name : '',
      args,
      call,
      this.pipeline.clock.monotonic(),
      callerSignal(call),
    );
  }
}

/** Whoever passes something that is no context, or only looks like one, is nobody: it must not become the host itself. */
function openFor(context: unknown): ToolContext {
  if (context === undefined) return openCall(ToolContext.cli());
  try {
    if (ToolContext.is(context)) return openCall(context);
  } catch {
    // A proxy, revoked or around a context, or a forgery.
  }
  return openCall(ToolContext.of({ channel: '(none)', principal: null }));
}
