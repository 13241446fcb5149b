import type { AuditTrail, PolicyGate, ToolContext, ToolDefinition } from '@toolgate/tool-runtime';

const NO_ARGUMENTS = Object.freeze({});

/** Foretells that the pipeline will refuse a request for want of scopes, by asking the same gate. */
export class ScopeCheck {
  constructor(
    private readonly policy: Pick<PolicyGate, 'decideStatically'>,
    private readonly trail: Pick<AuditTrail, 'record'>,
  ) {}

  /**
   * @param target what the request would run
   * @returns the scopes to ask for; undefined when something else, or nothing, stands in the way
   */
  missing(target: ToolDefinition, context: ToolContext): readonly string[] | undefined {
    const decision = this.policy.decideStatically({ context, tool: target, purpose: 'call' });
    if (decision.allowed || decision.reasonCode !== 'missing_scope') return undefined;
    this.record(target, context);
    // Of scopes that do the same, a client should not be told to get all: the first is the one the declaration names first.
    return target.scopesMode === 'all' ? target.scopes : target.scopes.slice(0, 1);
  }

  /** The call ends before the pipeline, which records every other. */
  private record(target: ToolDefinition, context: ToolContext): void {
    const { requestId, channel, principal, ip, userAgent } = context;
    this.trail.record({
      outcome: 'denied',
      success: false,
      code: 'FORBIDDEN',
      reasonCode: 'missing_scope',
      tool: target.name,
      fingerprint: target.fingerprint,
      requestId,
      channel,
      principal,
      ip,
      userAgent,
      args: NO_ARGUMENTS,
      sensitive: target.input.sensitive,
      tookMs: 0,
      resultBytes: undefined,
      cacheServed: false,
      late: false,
      phase: 'terminal',
    });
  }
}
