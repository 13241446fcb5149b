import { isObservable, lastValueFrom } from 'rxjs';
import type { AuditTrail } from '../../audit/audit-trail.js';
import { isPromiseLike, settle } from '../../common/awaitable.js';
import type { Awaitable } from '../../common/awaitable.js';
import type { Clock } from '../../common/clock.js';
import { abortCall } from '../../context/tool-context.js';
import type { ToolEventEmitter } from '../../events/tool-event.emitter.js';
import { ToolExecutedEvent } from '../../events/tool-events.js';
import type { ToolDefinition } from '../../registry/tool-definition.js';
import { ToolResult } from '../../result/tool-result.js';
import { CallCancelledError, CallTimeoutError } from '../call-interruptions.js';
import { callFacts } from '../call-facts.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { auditUnavailable } from '../pipeline.messages.js';
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
    const { interceptors, pipes, filters } = tool.handler.enhancers;
    const { class: className, method } = tool.owner;
    return active(
      className ? `${className}.${method}` : 'handler registered at run time',
      {
        interceptors,
        pipes,
        filters,
        timeoutMs: tool.timeoutMs,
        timeoutMode: tool.timeoutMode,
        maxResultBytes: tool.maxResultBytes,
        output: tool.output !== undefined,
        intentRecorded: this.recordsIntent && tool.mutating,
      },
      { mutates: tool.mutating },
    );
  }

  run(invocation: Invocation): Awaitable<ToolResult> {
    if (!this.recordsIntent || !invocation.tool.mutating) return this.execute(invocation);
    return settle(
      this.trail.recordDurably(
        callFacts(invocation, this.clock.monotonic() - invocation.startedAt, { phase: 'intent' }),
      ),
      (recorded) => (recorded ? this.execute(invocation) : unrecorded(invocation)),
    );
  }

  private execute(invocation: Invocation): Awaitable<ToolResult> {
    const { tool, context, input } = invocation;
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
    if (isObservable(returned)) returned = lastValueFrom(returned, { defaultValue: null });
    if (isPromiseLike(returned)) return this.await(invocation, returned, enteredAt);
    return this.complete(invocation, returned, enteredAt);
  }

  private await(
    invocation: Invocation,
    pending: PromiseLike<unknown>,
    enteredAt: number,
  ): Promise<ToolResult> {
    const { tool, context, callerSignal } = invocation;
    return new Promise<ToolResult>((resolve, reject) => {
      let ended = false;
      let timer: NodeJS.Timeout | undefined;
      const onCallerAbort = () => invocation.interrupt?.(new CallCancelledError());
      const end = (): boolean => {
        if (ended) return false;
        ended = true;
        clearTimeout(timer);
        callerSignal?.removeEventListener('abort', onCallerAbort);
        invocation.interrupt = undefined;
        return true;
      };
      invocation.interrupt = (reason) => {
        if (!end()) return;
        abortCall(context, reason);
        reject(reason);
      };
      if (tool.timeoutMode === 'abort')
        timer = setTimeout(
          () => invocation.interrupt?.(new CallTimeoutError(tool.timeoutMs)),
          tool.timeoutMs,
        );
      callerSignal?.addEventListener('abort', onCallerAbort, { once: true });
      pending.then(
        (value) => {
          if (!end()) return this.recordLate(invocation, true);
          try {
            resolve(this.complete(invocation, value, enteredAt));
          } catch (error) {
            reject(error);
          }
        },
        (error: unknown) => {
          if (!end()) return this.recordLate(invocation, false);
          reject(error);
        },
      );
    });
  }

  private complete(invocation: Invocation, returned: unknown, enteredAt: number): ToolResult {
    this.throwIfOverrun(invocation, enteredAt);
    const { tool, context, args, name, startedAt } = invocation;
    const { result, bytes } = prepareResult(tool, returned);
    invocation.resultBytes = bytes;
    const now = this.clock.monotonic();
    const final = this.noteOverrun(tool, result, now - enteredAt);
    this.events.executed(
      () => new ToolExecutedEvent(name, context, args, tool, final, false, now - startedAt),
    );
    return invocation.end('executed', final);
  }

  /** In `abort` mode the deadline holds even when the event loop was too busy to fire its timer. */
  private throwIfOverrun({ tool, context }: Invocation, enteredAt: number): void {
    if (tool.timeoutMode !== 'abort') return;
    if (this.clock.monotonic() - enteredAt <= tool.timeoutMs) return;
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

function unrecorded(invocation: Invocation): ToolResult {
  return invocation.end(
    'vetoed',
    ToolResult.blocked(auditUnavailable(invocation.tool.name)).withMeta({
      reason_code: 'audit_unavailable',
    }),
    'audit_unavailable',
  );
}
