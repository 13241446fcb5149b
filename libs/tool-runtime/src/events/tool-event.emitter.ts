import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { Redactor } from '../audit/redactor.js';
import type { Awaitable } from '../common/awaitable.js';
import { isPromiseLike } from '../common/awaitable.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import type { InterceptionDecision, VetoReasonCode } from './interception-slot.js';
import { InterceptionSlot } from './interception-slot.js';
import type { ToolExecutedEvent, ToolFailedEvent } from './tool-events.js';
import { ToolEvent, ToolExecutingEvent } from './tool-events.js';

type Listener = (...args: unknown[]) => unknown;

/** What a `tool.executing` event is about. */
export type ExecutingFacts = Pick<ToolExecutingEvent, 'name' | 'context' | 'args' | 'tool'>;

const CONTINUE: InterceptionDecision = Object.freeze({ kind: 'continue' });

/**
 * Brings tool events to the host's EventEmitter2. Listeners are called one by one instead of through `emitAsync`: each must be
 * isolated from the others, the first decision must stop the rest, and a call without asynchronous listeners must stay synchronous.
 */
@Injectable()
export class ToolEventEmitter {
  private readonly logger = new Logger(ToolEventEmitter.name);
  private readonly depth = new AsyncLocalStorage<number>();
  private failures = 0;

  constructor(
    @Inject(TOOL_RUNTIME_OPTIONS) private readonly options: ResolvedToolRuntimeOptions,
    private readonly redactor: Redactor,
    @Optional() private readonly emitter?: EventEmitter2,
  ) {}

  /** False when the host imports no `EventEmitterModule`: then nothing can intercept a call. */
  get isWired(): boolean {
    return this.emitter !== undefined;
  }

  /** How many listeners of `tool.executed` and `tool.failed` have failed since boot. */
  get failureCount(): number {
    return this.failures;
  }

  /** How many listeners an event has now. */
  listenerCount(event: (typeof ToolEvent)[keyof typeof ToolEvent]): number {
    return this.emitter ? this.listenersOf(this.emitter, event).length : 0;
  }

  /** Asks the `tool.executing` listeners, in the order they were registered. */
  executing(facts: ExecutingFacts): Awaitable<InterceptionDecision> {
    if (!this.emitter) return CONTINUE;
    const listeners = this.listenersOf(this.emitter, ToolEvent.EXECUTING);
    if (listeners.length === 0) return CONTINUE;
    const depth = this.depth.getStore() ?? 0;
    if (depth >= this.options.events.maxDepth)
      return veto('listener_depth', `tool.executing listeners call tools more than ${depth} deep`);
    const slot = new InterceptionSlot();
    const event = new ToolExecutingEvent(facts.name, facts.context, facts.args, facts.tool, slot);
    return this.depth.run(depth + 1, () => this.ask(listeners, event));
  }

  /** Tells the `tool.executed` listeners; waits for none of them. */
  executed(create: () => ToolExecutedEvent): void {
    this.tell(ToolEvent.EXECUTED, create);
  }

  /** Tells the `tool.failed` listeners; waits for none of them. */
  failed(create: () => ToolFailedEvent): void {
    this.tell(ToolEvent.FAILED, create);
  }

  private ask(
    listeners: readonly Listener[],
    event: ToolExecutingEvent,
  ): Awaitable<InterceptionDecision> {
    for (let index = 0; index < listeners.length && !event.slot.isStopped; index++) {
      try {
        const answer = this.invoke(listeners[index]!, ToolEvent.EXECUTING, event);
        if (isPromiseLike(answer)) return this.askInTime(listeners, index, answer, event);
      } catch (error) {
        return event.slot.close(this.listenerError(event, error));
      }
    }
    return event.slot.close();
  }

  /** From the first asynchronous listener on, everything that is left runs under one deadline. */
  private async askInTime(
    listeners: readonly Listener[],
    index: number,
    answer: PromiseLike<unknown>,
    event: ToolExecutingEvent,
  ): Promise<InterceptionDecision> {
    const { listenerTimeoutMs } = this.options.events;
    let timer: NodeJS.Timeout | undefined;
    let overrun = false;
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        overrun = true;
        resolve();
      }, listenerTimeoutMs);
      timer.unref();
    });
    const asking = (async () => {
      await answer;
      for (let next = index + 1; next < listeners.length; next++) {
        if (overrun || event.slot.isStopped) return;
        await this.invoke(listeners[next]!, ToolEvent.EXECUTING, event);
      }
    })();
    try {
      await Promise.race([asking, deadline]);
    } catch (error) {
      return event.slot.close(this.listenerError(event, error));
    } finally {
      clearTimeout(timer);
    }
    if (!overrun) return event.slot.close();
    asking.then(undefined, (error: unknown) =>
      this.logFailure(ToolEvent.EXECUTING, event.name, error),
    );
    this.logger.error(
      `A tool.executing listener of '${event.name}' took more than ${listenerTimeoutMs} ms; the call was vetoed.`,
    );
    return event.slot.close(veto('listener_timeout', 'an event listener took too long'));
  }

  private tell(name: string, create: () => object): void {
    if (!this.emitter) return;
    const listeners = this.listenersOf(this.emitter, name);
    if (listeners.length === 0) return;
    const event = create();
    for (const listener of listeners) {
      try {
        const done = this.invoke(listener, name, event);
        if (isPromiseLike(done))
          done.then(undefined, (error: unknown) => this.countFailure(name, event, error));
      } catch (error) {
        this.countFailure(name, event, error);
      }
    }
  }

  private listenersOf(emitter: EventEmitter2, name: string): readonly Listener[] {
    const listeners = emitter.listeners(name) as Listener[];
    const anyListeners = emitter.listenersAny();
    if (anyListeners.length === 0) return listeners;
    return [
      ...listeners,
      ...anyListeners.map((listener) => (event: unknown) => (listener as Listener)(name, event)),
    ];
  }

  private invoke(listener: Listener, name: string, event: object): unknown {
    // EventEmitter2 sets this for listeners that serve several events.
    (this.emitter as { event?: string }).event = name;
    return listener.call(this.emitter, event);
  }

  private listenerError(event: ToolExecutingEvent, error: unknown): InterceptionDecision {
    this.logFailure(ToolEvent.EXECUTING, event.name, error);
    return veto('listener_error', 'an event listener failed');
  }

  private countFailure(name: string, event: object, error: unknown): void {
    this.failures++;
    this.logFailure(name, (event as { name: string }).name, error);
  }

  private logFailure(event: string, tool: string, error: unknown): void {
    this.logger.error(
      `A ${event} listener of '${tool}' failed: ${this.redactor.describeError(error)}`,
    );
  }
}

function veto(reasonCode: VetoReasonCode, reason: string): InterceptionDecision {
  return { kind: 'vetoed', reason, reasonCode };
}
