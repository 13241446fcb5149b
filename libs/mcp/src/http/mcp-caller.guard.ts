import { Inject, Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { RandomSource } from '@toolgate/tool-runtime';
import type { ToolContext } from '@toolgate/tool-runtime';
import { principalContext } from '../auth/principal-context.js';
import { principalOfRequest } from '../auth/request-principal.js';
import type { ResolvedMcpModuleExtras } from '../mcp.options.js';
import { MCP_MODULE_EXTRAS } from '../mcp.tokens.js';
import { EndpointGate } from './endpoint-gate.js';
import { rawRequest } from './platform-message.js';
import type { PlatformRequest, PlatformResponse } from './platform-message.js';

const CALLER = Symbol('caller');
const REQUEST_ID_BYTES = 16;

/**
 * Runs after every other guard of the endpoint and settles who is calling, once for the request. It is a guard because only guards are told the execution context, which
 * `principalFrom` gets; it refuses nobody that the others let in.
 */
@Injectable()
export class McpCallerGuard implements CanActivate {
  constructor(
    @Inject(MCP_MODULE_EXTRAS) private readonly extras: ResolvedMcpModuleExtras,
    private readonly gate: EndpointGate,
    @Inject(RandomSource) private readonly random: RandomSource,
  ) {}

  canActivate(host: ExecutionContext): boolean {
    // By place, since `switchToHttp` makes three functions each time.
    const request = host.getArgByIndex<PlatformRequest & { [CALLER]?: ToolContext }>(0);
    // Under a path that could not be foreseen, the gate has not been passed yet. It answers by itself; `callerOf` then knows nobody.
    if (!this.gate.admit(rawRequest(request), host.getArgByIndex<PlatformResponse>(1))) return true;
    const { ip = null } = request;
    request[CALLER] = principalContext(
      principalOfRequest(request, host, this.extras.principalFrom),
      {
        ip,
        userAgent: request.headers['user-agent'] ?? null,
        requestId: this.random.hex(REQUEST_ID_BYTES),
      },
    );
    return true;
  }
}

/** Who sent a request; undefined when it has been answered already. */
export function callerOf(request: PlatformRequest): ToolContext | undefined {
  return (request as { readonly [CALLER]?: ToolContext })[CALLER];
}
