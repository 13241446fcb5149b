import type { AuditTrail } from '../../audit/audit-trail.js';
import { isPromiseLike, settle } from '../../common/awaitable.js';
import type { Awaitable } from '../../common/awaitable.js';
import type { Clock } from '../../common/clock.js';
import { abortCall, suspensionOf, waitedForAnswers } from '../../context/tool-context.js';
import type { ToolEventEmitter } from '../../events/tool-event.emitter.js';
import { ToolExecutedEvent } from '../../events/tool-events.js';
import type { ToolDefinition } from '../../registry/tool-definition.js';
import type { ToolEnhancers } from '../../registry/tool-handler.js';
import { ToolResult } from '../../result/tool-result.js';
import { CallCancelledError, CallTimeoutError } from '../call-interruptions.js';
import { callFacts } from '../call-facts.js';
import { interruptibleWait } from '../interruptible-wait.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { auditUnavailable, wouldRun } from '../pipeline.messages.js';
import { prepareResult } from '../result-preparation.js';
import { active } from '../step.descriptions.js';

/**
 * Runs the tool: interceptors, pipes, method, filters. Watches the deadline and the caller; whatever arrives after the call has
 * ended is observed, audited as late and changes nothing.
 */
export class ExecuteStep implements InvocationStep {
  readonly kind = 'execute';
  readonly role = 'execution';

  constructor(
    private readonly clock: Clock,
    private readonly trail: AuditTrail,
    private readonly events: ToolEventEmitter,
    private readonly recordsIntent: boolean,
  ) {}

  describe(tool: ToolDefinition) {
    const { enhancers, perCall = false } = tool.handler;
    const { interceptors, pipes, filters } = enhancers;
    const { class: className, method } = tool.owner;
    const code = className ? `${className}.${method}` : 'The handler registered at run time';
    const intentRecorded = this.recordsIntent && tool.mutating;
    return active(
      `${code} runs with ${deadlineOf(tool)}${namesOf(enhancers)}${intentRecorded ? ', once every audit sink has taken a record of the intent' : ''}.`,
      {
        interceptors,
        pipes,
        filters,
        perCall,
        timeoutMs: tool.timeoutMs,
        timeoutMode: tool.timeoutMode,
        maxResultBytes: tool.maxResultBytes,
        output: tool.output !== undefined,
        intentRecorded,
      },
      {
        mutates: tool.mutating,
        // What stands between here and the method may end the call before the method is entered.
        open: intentRecorded || interceptors.length + pipes.length > 0,
        ends: { outcome: 'executed', message: wouldRun(tool) },
      },
    );
  }

  run(invocation: Invocation): Awaitable<ToolResult> {
    if (!this.recordsIntent || !invocation.tool.mutating) return this.execute(invocation);
    const recorded = this.trail.recordDurably(
      callFacts(invocation, this.clock.monotonic() - invocation.startedAt, { phase: 'intent' }),
    );
    return settle(
      isPromiseLike(recorded) ? interruptibleWait(invocation, recorded) : recorded,
      (written) => (written ? this.execute(invocation) : unrecorded(invocation)),
    );
  }

  private execute(invocation: Invocation): Awaitable<ToolResult> {
    const { tool, context, input } = invocation;
    if (invocation.stopped) throw invocation.stopped;
    if (invocation.callerSignal?.aborted) throw new CallCancelledError();
    invocation.entered = true;
    const enteredAt = this.clock.monotonic();
    let returned: unknown;
    try {
      returned = tool.handler.invoke(context, input);
    } catch (error) {
      // A method that blocks past its deadline and then throws has timed out: the deadline came first.
      this.throwIfOverrun(invocation, enteredAt);
      throw error;
    }
    if (isPromiseLike(returned)) return this.await(invocation, returned, enteredAt);
    return this.complete(invocation, returned, enteredAt);
  }

  private async await(
    invocation: Invocation,
    pending: PromiseLike<unknown>,
    enteredAt: number,
  ): Promise<ToolResult> {
    const { timeoutMode, timeoutMs } = invocation.tool;
    const returned = await interruptibleWait(invocation, pending, {
      timeoutMs: timeoutMode === 'abort' ? timeoutMs : undefined,
      late: (success) => this.recordLate(invocation, success),
    });
    return this.complete(invocation, returned, enteredAt);
  }

  private complete(invocation: Invocation, returned: unknown, enteredAt: number): ToolResult {
    const suspension = suspensionOf(invocation.context);
    if (suspension) throw suspension;
    const now = this.throwIfOverrun(invocation, enteredAt);
    const { tool, context, args, name, startedAt } = invocation;
    const { result, bytes } = prepareResult(tool, returned);
    invocation.resultBytes = bytes;
    const final = this.noteOverrun(tool, result, now - enteredAt);
    this.events.executed(
      () => new ToolExecutedEvent(name, context, args, tool, final, false, now - startedAt),
    );
    return invocation.end('executed', final);
  }

  /**
   * In `abort` mode the deadline holds even when the event loop was too busy to fire its timer. Time in which somebody was asked does not count.
   * @returns now, monotonic milliseconds
   */
  private throwIfOverrun({ tool, context }: Invocation, enteredAt: number): number {
    const now = this.clock.monotonic();
    if (tool.timeoutMode !== 'abort' || now - enteredAt <= tool.timeoutMs) return now;
    if (now - enteredAt - waitedForAnswers(context).ms <= tool.timeoutMs) return now;
    const timeout = new CallTimeoutError(tool.timeoutMs);
    abortCall(context, timeout);
    throw timeout;
  }

  private noteOverrun(tool: ToolDefinition, result: ToolResult, executionMs: number): ToolResult {
    if (tool.timeoutMode !== 'soft' || executionMs <= tool.timeoutMs) return result;
    return result.withMeta({
      timeout_exceeded: true,
      execution_time: Math.round(executionMs) / 1000,
      timeout_limit: tool.timeoutMs / 1000,
    });
  }

  private recordLate(invocation: Invocation, success: boolean): void {
    const tookMs = this.clock.monotonic() - invocation.startedAt;
    this.trail.record(
      callFacts(invocation, tookMs, {
        outcome: success ? 'executed' : 'failed',
        success,
        code: undefined,
        reasonCode: undefined,
        late: true,
      }),
    );
  }
}

function deadlineOf({ timeoutMs, timeoutMode }: ToolDefinition): string {
  return timeoutMode === 'soft'
    ? `a deadline of ${timeoutMs} ms that is only reported`
    : `a deadline of ${timeoutMs} ms`;
}

/** In the order they wrap the method. */
function namesOf({ filters, interceptors, pipes }: ToolEnhancers): string {
  const named = { filters, interceptors, pipes };
  const parts = Object.entries(named).flatMap(([kind, names]) =>
    names.length > 0 ? [`${kind} (${names.join(', ')})`] : [],
  );
  return parts.length > 0 ? ` inside its ${parts.join(', ')}` : '';
}

function unrecorded(invocation: Invocation): ToolResult {
  return invocation.end(
    'vetoed',
    ToolResult.blocked(auditUnavailable(invocation.tool)).withMeta({
      reason_code: 'audit_unavailable',
    }),
    'audit_unavailable',
  );
}
