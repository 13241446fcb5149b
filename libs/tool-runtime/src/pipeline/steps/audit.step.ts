import type { AuditTrail } from '../../audit/audit-trail.js';
import type { Clock } from '../../common/clock.js';
import type { ToolDefinition } from '../../registry/tool-definition.js';
import { callFacts } from '../call-facts.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { active } from '../step.descriptions.js';

/** Every way a call can end, in the order the pipeline can reach them. */
const COVERAGE = [
  'not_found',
  'invalid',
  'denied',
  'rate_limited',
  'planned',
  'confirmation_requested',
  'confirmation_invalid',
  'served',
  'vetoed',
  'executed',
  'failed',
  'timed_out',
  'cancelled',
  'unavailable',
] as const;

/** Writes exactly one terminal record for every call, however it ended. Called by the pipeline, not through the host's emitter. */
export class AuditStep implements InvocationStep {
  readonly kind = 'audit';
  readonly role = 'outcome';

  constructor(
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  describe(_tool: ToolDefinition) {
    return active(
      `one record per call, whatever its outcome: ${COVERAGE.join(', ')}`,
      { outcomes: COVERAGE, sinks: this.trail.sinkNames },
      { blocking: false },
    );
  }

  run(invocation: Invocation): void {
    this.trail.record(callFacts(invocation, this.clock.monotonic() - invocation.startedAt));
  }
}
