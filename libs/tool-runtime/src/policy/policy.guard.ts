import { Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';
import { ToolCatalog } from '../registry/tool-catalog.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import { PolicyGate } from './policy-gate.js';
import { ToolForbiddenException } from './tool-forbidden.exception.js';
import { ToolRouteGuard } from './tool-route.guard.js';

/**
 * Puts the policy of a tool on an ordinary route: the {@link PolicyGate} decides as it does for the tool itself, except that a rule provider gets no
 * arguments, because a route has its own. Refuses with 403 and `{ statusCode, message, error, reason_code }`. Bind it with `@UseToolPolicy`.
 *
 * @example
 * ```ts
 * class SessionPolicyGuard extends PolicyGuard {
 *   protected override getContext(host: ExecutionContext) {
 *     const { session } = host.switchToHttp().getRequest();
 *     return ToolContext.web({ principal: session.userId ?? null, scopes: session.grants });
 *   }
 * }
 * ```
 */
@Injectable()
export class PolicyGuard extends ToolRouteGuard {
  constructor(
    reflector: Reflector,
    @Inject(ToolCatalog) catalog: ToolCatalog,
    protected readonly gate: PolicyGate,
  ) {
    super(reflector, catalog);
  }

  protected check(context: ToolContext, tool: ToolDefinition): Awaitable<boolean> {
    const purpose = context.isPlanMode ? 'plan' : 'call';
    return settle(this.gate.decide({ context, tool, purpose }), (decision) => {
      if (decision.allowed === true) return true;
      throw new ToolForbiddenException(decision.message, decision.reasonCode);
    });
  }
}
