import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { Redactor } from '../audit/redactor.js';
import type { Awaitable } from '../common/awaitable.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { EventListeners } from './event-listeners.js';
import type { InterceptionDecision } from './interception-slot.js';
import type { ToolExecutedEvent, ToolFailedEvent } from './tool-events.js';
import { ToolEvent, ToolExecutingEvent } from './tool-events.js';

/** What a `tool.executing` event is about. */
export type ExecutingFacts = Pick<ToolExecutingEvent, 'name' | 'context' | 'args' | 'tool'>;

/** Brings tool events to the host's EventEmitter2. */
@Injectable()
export class ToolEventEmitter {
  private readonly listeners: EventListeners;

  constructor(
    @Inject(TOOL_RUNTIME_OPTIONS) options: ResolvedToolRuntimeOptions,
    redactor: Redactor,
    @Optional() private readonly emitter?: EventEmitter2,
  ) {
    const logger = new Logger(ToolEventEmitter.name);
    this.listeners = new EventListeners(emitter ?? undefined, redactor, options.events, logger);
  }

  /** False when the host imports no `EventEmitterModule`: then nothing can intercept a call. */
  get isWired(): boolean {
    return this.emitter !== undefined;
  }

  /** How many listeners of `tool.executed` and `tool.failed` have failed since boot. */
  get failureCount(): number {
    return this.listeners.failureCount;
  }

  /** How many listeners an event has now; undefined in preview, where the host's emitter is provided but not constructed. */
  listenerCount(event: (typeof ToolEvent)[keyof typeof ToolEvent]): number | undefined {
    if (!this.isWired) return 0;
    return this.emitter ? this.listeners.count(event) : undefined;
  }

  /** Asks the `tool.executing` listeners, in the order they were registered. */
  executing({ name, context, args, tool }: ExecutingFacts): Awaitable<InterceptionDecision> {
    return this.listeners.ask(
      ToolEvent.EXECUTING,
      name,
      (slot) => new ToolExecutingEvent(name, context, args, tool, slot),
    );
  }

  /** Tells the `tool.executed` listeners; waits for none of them. */
  executed(create: () => ToolExecutedEvent): void {
    this.listeners.tell(ToolEvent.EXECUTED, create, toolName);
  }

  /** Tells the `tool.failed` listeners; waits for none of them. */
  failed(create: () => ToolFailedEvent): void {
    this.listeners.tell(ToolEvent.FAILED, create, toolName);
  }
}

const toolName = ({ name }: { readonly name: string }): string => name;
