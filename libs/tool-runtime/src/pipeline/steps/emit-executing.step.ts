import { settle } from '../../common/awaitable.js';
import type { Awaitable } from '../../common/awaitable.js';
import type { Clock } from '../../common/clock.js';
import type { InterceptionDecision } from '../../events/interception-slot.js';
import type { ToolEventEmitter } from '../../events/tool-event.emitter.js';
import { ToolEvent, ToolExecutedEvent } from '../../events/tool-events.js';
import type { ToolDefinition } from '../../registry/tool-definition.js';
import { ToolResult } from '../../result/tool-result.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { vetoed } from '../pipeline.messages.js';
import { prepareResult } from '../result-preparation.js';
import { active, skipped } from '../step.descriptions.js';

/**
 * The anchor: the only place where a listener may answer or veto a call, reached only when every gate has let it through.
 */
export class EmitExecutingStep implements InvocationStep {
  readonly kind = 'emit_executing';
  readonly role = 'hook';

  constructor(
    private readonly events: ToolEventEmitter,
    private readonly clock: Clock,
  ) {}

  describe(_tool: ToolDefinition) {
    if (!this.events.isWired) return skipped('No EventEmitterModule is imported.');
    const listeners = this.events.listenerCount(ToolEvent.EXECUTING);
    return active(
      `Listeners of ${ToolEvent.EXECUTING} (${listeners ?? 'an unknown number'} now) may answer or veto the call here and nowhere else.`,
      { event: ToolEvent.EXECUTING, listeners: listeners ?? null },
      { open: listeners !== 0 },
    );
  }

  run(invocation: Invocation): Awaitable<ToolResult | void> {
    return settle(this.events.executing(invocation), (decision) =>
      this.follow(invocation, decision),
    );
  }

  private follow(invocation: Invocation, decision: InterceptionDecision): ToolResult | void {
    if (decision.kind === 'vetoed') return veto(invocation, decision);
    const answer = decision.kind === 'served' ? decision : invocation.offered;
    return answer && this.serve(invocation, answer);
  }

  private serve(invocation: Invocation, answer: { readonly result: unknown }): ToolResult {
    const { tool, context, args, name, startedAt } = invocation;
    const { result, bytes } = prepareResult(tool, answer.result);
    invocation.cacheServed = true;
    invocation.resultBytes = bytes;
    const served = result.withMeta({ cache_served: true });
    this.events.executed(
      () =>
        new ToolExecutedEvent(
          name,
          context,
          args,
          tool,
          served,
          true,
          this.clock.monotonic() - startedAt,
        ),
    );
    return invocation.end('served', served);
  }
}

function veto(
  invocation: Invocation,
  decision: InterceptionDecision & { readonly kind: 'vetoed' },
): ToolResult {
  return invocation.end(
    'vetoed',
    ToolResult.blocked(vetoed(decision.reason)).withMeta({ reason_code: decision.reasonCode }),
    decision.reasonCode,
  );
}
