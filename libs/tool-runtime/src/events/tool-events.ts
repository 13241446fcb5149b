import { canonicalJson, sha256 } from '../common/canonical-json.js';
import { injectiveKey } from '../common/injective-key.js';
import type { JsonObject } from '../common/json.js';
import type { ToolContext } from '../context/tool-context.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import type { ToolResult } from '../result/tool-result.js';
import type { InterceptionSlot } from './interception-slot.js';

/** Names of the events, for `EventEmitter2.on` and `@OnEvent`. */
export const ToolEvent = {
  /** Every gate has been passed; the tool has not run. {@link ToolExecutingEvent} */
  EXECUTING: 'tool.executing',
  /** The tool returned, or a listener answered for it. {@link ToolExecutedEvent} */
  EXECUTED: 'tool.executed',
  /** The tool threw, ran out of time or was cancelled. {@link ToolFailedEvent} */
  FAILED: 'tool.failed',
} as const;

/**
 * Payload of `tool.executing`: the one place where a listener may answer or veto a call, after every gate.
 *
 * @example
 * ```ts
 * @OnToolExecuting()
 * serveFromCache(event: ToolExecutingEvent) {
 *   const hit = this.cache.get(event.cacheKey);
 *   if (hit) event.slot.shortCircuit(hit);
 * }
 * ```
 */
export class ToolExecutingEvent {
  #cacheKey: string | undefined;

  constructor(
    readonly name: string,
    readonly context: ToolContext,
    /** Validated and clamped; deeply frozen. */
    readonly args: JsonObject,
    readonly tool: ToolDefinition,
    readonly slot: InterceptionSlot,
  ) {}

  /**
   * A key under which a result may be cached: differs whenever channel, principal, scopes, tool, its fingerprint or the arguments
   * differ, so nobody is served what somebody else was allowed to see. 64 hexadecimal characters; computed on first use.
   */
  get cacheKey(): string {
    const { channel, principal, scopes } = this.context;
    return (this.#cacheKey ??= sha256(
      injectiveKey([
        channel,
        principal,
        injectiveKey(scopes.toSorted()),
        this.name,
        this.tool.fingerprint,
        canonicalJson(this.args),
      ]),
    ));
  }
}

/** Payload of `tool.executed`. Nothing a listener does changes the result. */
export class ToolExecutedEvent {
  constructor(
    readonly name: string,
    readonly context: ToolContext,
    /** Validated and clamped; deeply frozen. */
    readonly args: JsonObject,
    readonly tool: ToolDefinition,
    readonly result: ToolResult,
    /** A listener of `tool.executing` answered; the tool did not run. */
    readonly cacheServed: boolean,
    /** Milliseconds from entry. */
    readonly tookMs: number,
  ) {}
}

/** Payload of `tool.failed`. Nothing a listener does changes the result. */
export class ToolFailedEvent {
  readonly #error: unknown;

  constructor(
    readonly name: string,
    readonly context: ToolContext,
    /** Validated and clamped; deeply frozen. */
    readonly args: JsonObject,
    readonly tool: ToolDefinition,
    /** What the caller gets. */
    readonly result: ToolResult,
    error: unknown,
    /** Milliseconds from entry. */
    readonly tookMs: number,
  ) {
    this.#error = error;
  }

  /** What was thrown, as it was: may hold secrets, so it is no member that a serialiser would find. */
  get error(): unknown {
    return this.#error;
  }
}
