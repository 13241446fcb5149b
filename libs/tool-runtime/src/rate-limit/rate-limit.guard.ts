import { Inject, Injectable } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { HttpAdapterHost, Reflector } from '@nestjs/core';
import { settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';
import { isToolContext } from '../enhancers/tool-execution-context.js';
import { ToolRouteGuard } from '../policy/tool-route.guard.js';
import { ToolCatalog } from '../registry/tool-catalog.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import { ToolBudget } from './tool-budget.js';
import { ToolRateLimitException } from './tool-rate-limit.exception.js';

/**
 * Charges an ordinary route to the budget of a tool: the same {@link ToolBudget}, the same cost, the same key, so that a caller who has used up the
 * tool cannot go on through the route. Refuses with 429 and `Retry-After`. Bind it with `@UseToolPolicy`.
 *
 * Around a tool it lets everything pass: the pipeline has charged the call already.
 */
@Injectable()
export class ToolRateLimitGuard extends ToolRouteGuard {
  /** A decorator on the class and another on the method bind the guard twice; a request pays once. */
  private readonly charged = new WeakSet<object>();

  constructor(
    reflector: Reflector,
    @Inject(ToolCatalog) catalog: ToolCatalog,
    protected readonly budget: ToolBudget,
    protected readonly adapterHost: HttpAdapterHost,
  ) {
    super(reflector, catalog);
  }

  protected check(
    context: ToolContext,
    tool: ToolDefinition,
    host: ExecutionContext,
  ): Awaitable<boolean> {
    if (isToolContext(host) || !this.isFirstCharge(host)) return true;
    return settle(this.budget.consume(context, tool, 'execute'), (verdict) => {
      if (verdict.allowed) return true;
      this.setRetryAfter(host, verdict.retryAfterSeconds);
      throw new ToolRateLimitException(verdict.message, verdict.retryAfterSeconds);
    });
  }

  /** Nothing can be promised when waiting does not help. */
  protected setRetryAfter(host: ExecutionContext, seconds: number | null): void {
    if (seconds === null || host.getType() !== 'http') return;
    const response: unknown = host.switchToHttp().getResponse();
    this.adapterHost.httpAdapter.setHeader(response, 'Retry-After', String(seconds));
  }

  private isFirstCharge(host: ExecutionContext): boolean {
    const request: unknown = host.getArgByIndex(0);
    if (typeof request !== 'object' || request === null) return true;
    if (this.charged.has(request)) return false;
    this.charged.add(request);
    return true;
  }
}
