import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { Clock, EventListeners, Redactor, TOOL_RUNTIME_OPTIONS } from '@toolgate/tool-runtime';
import type {
  Awaitable,
  InterceptionDecision,
  ResolvedToolRuntimeOptions,
} from '@toolgate/tool-runtime';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import { McpEvent, McpRequestEvent, McpRespondedEvent } from './mcp-events.js';
import type { McpMessageFacts } from './mcp-events.js';

/**
 * Brings the messages of a server to the host's EventEmitter2, by the rules of the tool events: the runtime's `events` options hold for
 * these listeners too.
 */
@Injectable()
export class McpEventEmitter {
  private readonly listeners: EventListeners;

  constructor(
    @Inject(TOOL_RUNTIME_OPTIONS) options: ResolvedToolRuntimeOptions,
    redactor: Redactor,
    @Inject(Clock) private readonly clock: Clock,
    @Optional() private readonly emitter?: EventEmitter2,
  ) {
    const logger = new Logger(McpEventEmitter.name);
    this.listeners = new EventListeners(emitter ?? undefined, redactor, options.events, logger);
  }

  /** False when nobody listens to either event: then there is nothing to do for a message. */
  get isHeard(): boolean {
    if (!this.emitter) return false;
    return this.listeners.count(McpEvent.REQUEST) + this.listeners.count(McpEvent.RESPONDED) > 0;
  }

  /** Asks the `mcp.request` listeners, in the order they were registered. */
  request(facts: McpMessageFacts): Awaitable<InterceptionDecision> {
    return this.listeners.ask(
      McpEvent.REQUEST,
      facts.method,
      (slot) => new McpRequestEvent(facts, slot),
    );
  }

  /** Tells the `mcp.responded` listeners; waits for none of them. */
  responded(facts: McpMessageFacts, reply: McpReply | undefined, startedAt: number): void {
    this.listeners.tell(
      McpEvent.RESPONDED,
      () => new McpRespondedEvent(facts, reply, this.now() - startedAt),
      ({ method }) => method,
    );
  }

  /** Monotonic milliseconds. */
  now(): number {
    return this.clock.monotonic();
  }
}
