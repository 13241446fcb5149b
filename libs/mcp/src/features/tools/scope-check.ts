import type { AuditTrail, PolicyGate, ToolContext } from '@toolgate/tool-runtime';
import type { JsonRpcRequest } from '../../json-rpc/json-rpc.types.js';
import type { ServedTools } from './served-tools.js';
import type { ServedTool } from './served-tool.js';

const NO_ARGUMENTS = Object.freeze({});

/** Foretells that the pipeline will refuse a `tools/call` for want of scopes, by asking the same gate. */
export class ScopeCheck {
  constructor(
    private readonly tools: Pick<ServedTools, 'find'>,
    private readonly policy: Pick<PolicyGate, 'decideStatically'>,
    private readonly trail: Pick<AuditTrail, 'record'>,
  ) {}

  /** @returns the scopes to ask for; undefined when something else, or nothing, stands in the way */
  missing(message: JsonRpcRequest, context: ToolContext): readonly string[] | undefined {
    const tool = this.toolNamedBy(message);
    if (!tool) return undefined;
    const { definition } = tool;
    const decision = this.policy.decideStatically({ context, tool: definition, purpose: 'call' });
    if (decision.allowed || decision.reasonCode !== 'missing_scope') return undefined;
    this.record(tool, context);
    // Of scopes that do the same, a client should not be told to get all: the first is the one the tool names first.
    return definition.scopesMode === 'all' ? definition.scopes : definition.scopes.slice(0, 1);
  }

  private toolNamedBy({ method, params }: JsonRpcRequest): ServedTool | undefined {
    const name = method === 'tools/call' ? params?.['name'] : undefined;
    return typeof name === 'string' ? this.tools.find(name) : undefined;
  }

  /** The call ends before the pipeline, which records every other. */
  private record({ definition }: ServedTool, context: ToolContext): void {
    const { requestId, channel, principal, ip, userAgent } = context;
    this.trail.record({
      outcome: 'denied',
      success: false,
      code: 'FORBIDDEN',
      reasonCode: 'missing_scope',
      tool: definition.name,
      fingerprint: definition.fingerprint,
      requestId,
      channel,
      principal,
      ip,
      userAgent,
      args: NO_ARGUMENTS,
      sensitive: definition.input.sensitive,
      tookMs: 0,
      resultBytes: undefined,
      cacheServed: false,
      late: false,
      phase: 'terminal',
    });
  }
}
