import type { AuditTrail } from '../../audit/audit-trail.js';
import { CALL_OUTCOMES } from '../../audit/call-outcome.js';
import type { ToolDefinition } from '../../registry/tool-definition.js';
import { callFacts } from '../call-facts.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { active } from '../step.descriptions.js';

/** Writes exactly one terminal record for every call, however it ended. Called by the pipeline, not through the host's emitter. */
export class AuditStep implements InvocationStep {
  readonly kind = 'audit';
  readonly role = 'outcome';

  constructor(private readonly trail: AuditTrail) {}

  describe(_tool: ToolDefinition) {
    const sinks = this.trail.sinkNames;
    return active(
      sinks.length > 0
        ? `Every end leaves exactly one record, which goes to ${sinks.join(', ')}.`
        : 'Every end makes exactly one record, but no sink is provided to keep it.',
      { outcomes: CALL_OUTCOMES, sinks },
      { blocking: false },
    );
  }

  run(invocation: Invocation): void {
    this.trail.record(callFacts(invocation, invocation.endedAt - invocation.startedAt));
  }
}
