import { Logger } from '@nestjs/common';
import { isPromiseLike } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { Clock } from '../common/clock.js';
import { closeCall } from '../context/tool-context.js';
import { ToolResult, replaceMeta } from '../result/tool-result.js';
import { CallCancelledError } from './call-interruptions.js';
import { interruptibleWait } from './interruptible-wait.js';
import type { InvocationStep } from './invocation-step.js';
import type { Invocation } from './invocation.js';
import { internalError } from './pipeline.messages.js';

/**
 * Runs a call through the ordered list of steps. The list is the whole story of a call: the path steps run in order until one
 * ends it; whatever is thrown goes to the boundary steps; the outcome steps see every end.
 *
 * Never rejects and never throws. Waits only for what is a promise, so a call whose steps are all synchronous ends in the same tick.
 */
export class ToolPipeline {
  private readonly logger = new Logger('ToolRuntime');
  private readonly path: readonly InvocationStep[];
  private readonly boundaries: readonly InvocationStep[];
  private readonly outcomes: readonly InvocationStep[];
  private closed = false;

  constructor(
    /** In the order a call passes them. */
    readonly steps: readonly InvocationStep[],
    /** The one that every duration of a call is measured with. */
    readonly clock: Clock,
  ) {
    this.path = steps.filter(({ role }) => role !== 'boundary' && role !== 'outcome');
    this.boundaries = steps.filter(({ role }) => role === 'boundary');
    this.outcomes = steps.filter(({ role }) => role === 'outcome');
  }

  run(invocation: Invocation): Awaitable<ToolResult> {
    if (this.closed) return this.contain(invocation, new CallCancelledError('shutdown'));
    return this.advance(invocation, 0);
  }

  /** From now on every call ends as cancelled. */
  close(): void {
    this.closed = true;
  }

  private advance(invocation: Invocation, from: number): Awaitable<ToolResult> {
    try {
      for (let index = from; index < this.path.length; index++) {
        if (invocation.stopped) throw invocation.stopped;
        if (invocation.callerSignal?.aborted) throw new CallCancelledError();
        const step = this.path[index]!;
        const answer = step.run(invocation);
        if (answer === undefined) continue;
        if (isPromiseLike(answer)) return this.resume(invocation, index, step, answer);
        return this.conclude(invocation, answer);
      }
      throw new Error('The pipeline has no step that ends a call.');
    } catch (error) {
      return this.contain(invocation, error);
    }
  }

  private async resume(
    invocation: Invocation,
    index: number,
    step: InvocationStep,
    pending: PromiseLike<ToolResult | void>,
  ): Promise<ToolResult> {
    let answer: ToolResult | void;
    try {
      // The execution step watches deadline and caller itself, because it must observe a tool that settles late. Every other
      // step may take as long as the tool may: a guard or a store that never answers must not keep a call for ever.
      answer = await (step.role === 'execution'
        ? pending
        : interruptibleWait(invocation, pending, { timeoutMs: invocation.tool.timeoutMs }));
    } catch (error) {
      return this.contain(invocation, error);
    }
    if (answer !== undefined) return this.conclude(invocation, answer);
    return this.advance(invocation, index + 1);
  }

  private contain(invocation: Invocation, error: unknown): ToolResult {
    invocation.thrown = { error };
    let result: ToolResult | undefined;
    try {
      for (const step of this.boundaries) {
        const answer = step.run(invocation);
        if (ToolResult.is(answer)) result = answer;
      }
    } catch {
      // A boundary that fails on a hostile error must still not let the call reject.
      this.logger.error(
        `A call failed and its error could not be described (ref ${invocation.context.requestId}).`,
      );
    }
    return this.conclude(
      invocation,
      result ??
        ToolResult.error(internalError(invocation.context.requestId), null, {
          code: 'INTERNAL_ERROR',
        }),
    );
  }

  private conclude(invocation: Invocation, ended: ToolResult): ToolResult {
    invocation.endedAt = this.clock.monotonic();
    const result = this.stamp(invocation, ended);
    invocation.result = result;
    for (const step of this.outcomes) {
      try {
        step.run(invocation);
      } catch {
        this.logger.error(`The ${step.kind} step failed (ref ${invocation.context.requestId}).`);
      }
    }
    closeCall(invocation.context);
    return result;
  }

  /**
   * Puts the five run-time members under whatever the tool has set. An answer from a listener is stamped anew: it may have been
   * stored from somebody else's call.
   */
  private stamp(invocation: Invocation, ended: ToolResult): ToolResult {
    const { context, name, notes, outcome } = invocation;
    const runtime = {
      tool: name,
      took_ms: Math.max(0, Math.trunc(invocation.endedAt - invocation.startedAt)),
      request_id: context.requestId,
      channel: context.channel,
      principal: context.principal,
    };
    // Most results say nothing more, and a copy that is then frozen costs several times the rest of this method.
    if (!notes && Object.keys(ended.meta).length === 0)
      return replaceMeta(ended, Object.freeze(runtime));
    const meta =
      outcome === 'served'
        ? { ...ended.meta, ...notes, ...runtime }
        : { ...runtime, ...notes, ...ended.meta };
    return replaceMeta(ended, Object.freeze(meta));
  }
}
