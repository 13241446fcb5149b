import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from '@nestjs/common';
import type { EventEmitter2 } from '@nestjs/event-emitter';
import type { Redactor } from '../audit/redactor.js';
import type { Awaitable } from '../common/awaitable.js';
import { isPromiseLike } from '../common/awaitable.js';
import type { InterceptionDecision, VetoReasonCode } from './interception-slot.js';
import { InterceptionSlot } from './interception-slot.js';

type Listener = (...args: unknown[]) => unknown;

/** Limits of the listeners of one event. */
export interface EventListenersOptions {
  /** How long those that are asked may take together, milliseconds. */
  readonly listenerTimeoutMs: number;
  /** How deep a listener may cause the event it is asked about. */
  readonly maxDepth: number;
}

const CONTINUE: InterceptionDecision = Object.freeze({ kind: 'continue' });

/**
 * Runs the host's listeners of an event. They are called one by one instead of through `emitAsync`: each must be isolated from the
 * others, the first decision must stop the rest, and work without asynchronous listeners must stay synchronous.
 */
export class EventListeners {
  private readonly depth = new AsyncLocalStorage<number>();
  private failures = 0;

  constructor(
    /** The host's; undefined when there is none. */
    private readonly emitter: EventEmitter2 | undefined,
    private readonly redactor: Pick<Redactor, 'describeError'>,
    private readonly options: EventListenersOptions,
    private readonly logger: Logger,
  ) {}

  /** How many listeners that were only told have failed. */
  get failureCount(): number {
    return this.failures;
  }

  /** How many listeners an event has now. */
  count(name: string): number {
    return this.of(name).length;
  }

  /**
   * Asks the listeners, in the order they were registered, until one decides. Throwing, rejecting and taking too long are vetoes.
   *
   * @param subject what the event is about, for the log
   * @param create makes the event around the slot; not called when nobody listens
   */
  ask(
    name: string,
    subject: string,
    create: (slot: InterceptionSlot) => object,
  ): Awaitable<InterceptionDecision> {
    const listeners = this.of(name);
    if (listeners.length === 0) return CONTINUE;
    const depth = this.depth.getStore() ?? 0;
    if (depth >= this.options.maxDepth)
      return veto('listener_depth', `${name} listeners cause ${name} more than ${depth} deep`);
    const slot = new InterceptionSlot();
    const event = create(slot);
    return this.depth.run(depth + 1, () => this.askAll({ name, subject, listeners, slot, event }));
  }

  /**
   * Tells the listeners; waits for none of them. Those that fail are counted and logged.
   * @param create makes the event; not called when nobody listens
   * @param subjectOf what the event is about, for the log
   */
  tell<Event extends object>(
    name: string,
    create: () => Event,
    subjectOf: (event: Event) => string,
  ): void {
    const listeners = this.of(name);
    if (listeners.length === 0) return;
    const event = create();
    const failed = (error: unknown) => {
      this.failures++;
      this.logFailure(name, subjectOf(event), error);
    };
    for (const listener of listeners) {
      try {
        const done = this.invoke(listener, name, event);
        if (isPromiseLike(done)) done.then(undefined, failed);
      } catch (error) {
        failed(error);
      }
    }
  }

  private askAll(asked: Question): Awaitable<InterceptionDecision> {
    const { name, listeners, slot, event } = asked;
    for (let index = 0; index < listeners.length && !slot.isStopped; index++) {
      try {
        const answer = this.invoke(listeners[index]!, name, event);
        if (isPromiseLike(answer)) return this.askInTime(asked, index, answer);
      } catch (error) {
        return slot.close(this.listenerError(asked, error));
      }
    }
    return slot.close();
  }

  /** From the first asynchronous listener on, everything that is left runs under one deadline. */
  private async askInTime(
    asked: Question,
    index: number,
    answer: PromiseLike<unknown>,
  ): Promise<InterceptionDecision> {
    const { name, subject, listeners, slot, event } = asked;
    const { listenerTimeoutMs } = this.options;
    let timer: NodeJS.Timeout | undefined;
    let overrun = false;
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        overrun = true;
        resolve();
      }, listenerTimeoutMs);
    });
    const asking = (async () => {
      await answer;
      for (let next = index + 1; next < listeners.length; next++) {
        if (overrun || slot.isStopped) return;
        await this.invoke(listeners[next]!, name, event);
      }
    })();
    try {
      await Promise.race([asking, deadline]);
    } catch (error) {
      return slot.close(this.listenerError(asked, error));
    } finally {
      clearTimeout(timer);
    }
    if (!overrun) return slot.close();
    asking.then(undefined, (error: unknown) => this.logFailure(name, subject, error));
    this.logger.error(
      `A ${name} listener of '${subject}' took more than ${listenerTimeoutMs} ms; the call was vetoed.`,
    );
    return slot.close(veto('listener_timeout', 'an event listener took too long'));
  }

  private of(name: string): readonly Listener[] {
    const { emitter } = this;
    if (!emitter) return NOBODY;
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

  private listenerError({ name, subject }: Question, error: unknown): InterceptionDecision {
    this.logFailure(name, subject, error);
    return veto('listener_error', 'an event listener failed');
  }

  private logFailure(name: string, subject: string, error: unknown): void {
    this.logger.error(
      `A ${name} listener of '${subject}' failed: ${this.redactor.describeError(error)}`,
    );
  }
}

/** One event on its round through the listeners. */
interface Question {
  readonly name: string;
  readonly subject: string;
  readonly listeners: readonly Listener[];
  readonly slot: InterceptionSlot;
  readonly event: object;
}

const NOBODY: readonly Listener[] = Object.freeze([]);

function veto(reasonCode: VetoReasonCode, reason: string): InterceptionDecision {
  return { kind: 'vetoed', reason, reasonCode };
}
