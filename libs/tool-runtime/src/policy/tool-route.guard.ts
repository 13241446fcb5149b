import { Logger } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { isPromiseLike, settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';
import { webContextOf } from '../context/web-context.js';
import { getToolContext, isToolContext } from '../enhancers/tool-execution-context.js';
import type { ToolCatalog } from '../registry/tool-catalog.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import { POLICY_UNDECIDED, routeOfUnknownTool, routeWithoutTool } from './policy.messages.js';
import { ToolForbiddenException } from './tool-forbidden.exception.js';
import { TOOL_ROUTE_METADATA } from './tool-route.metadata.js';

/**
 * What the guards of `@UseToolPolicy` have in common: which tool a route stands for, and who calls. Override a step to change it, above all
 * {@link getContext} where authentication does not leave a user in the shape of `RequestUser` on the request.
 */
export abstract class ToolRouteGuard implements CanActivate {
  protected readonly logger = new Logger(ToolRouteGuard.name);
  /** Misconfigured routes are reported once, not once per request. */
  private readonly reported = new WeakSet<object>();

  constructor(
    protected readonly reflector: Reflector,
    protected readonly catalog: ToolCatalog,
  ) {}

  /** @throws ToolForbiddenException when the check refuses, or when the route names no tool or one that does not exist */
  canActivate(host: ExecutionContext): boolean | Promise<boolean> {
    const name = this.getToolName(host);
    // A tool has passed its own policy before any of its guards runs; only a named one is asked for in addition.
    if (name === undefined && isToolContext(host)) return true;
    const tool = this.getTool(host, name);
    const verdict = settle(this.getContext(host), (context) => this.check(context, tool, host));
    return isPromiseLike(verdict) ? Promise.resolve(verdict) : verdict;
  }

  /** @returns true, or throws an HttpException that says why not */
  protected abstract check(
    context: ToolContext,
    tool: ToolDefinition,
    host: ExecutionContext,
  ): Awaitable<boolean>;

  /** The name given to `@UseToolPolicy` on the method, else on the class. */
  protected getToolName(host: ExecutionContext): string | undefined {
    return this.reflector.getAllAndOverride<string | undefined>(TOOL_ROUTE_METADATA, [
      host.getHandler(),
      host.getClass(),
    ]);
  }

  /**
   * Who calls. On a route, a `web` context made from `request.user` and anonymous without one; around a tool, the context of the call.
   * What is neither is anonymous.
   */
  protected getContext(host: ExecutionContext): Awaitable<ToolContext> {
    if (isToolContext(host)) return getToolContext(host);
    return webContextOf(host.getType() === 'http' ? host.switchToHttp().getRequest() : undefined);
  }

  private getTool(host: ExecutionContext, name: string | undefined): ToolDefinition {
    const tool = name === undefined ? undefined : this.catalog.get(name);
    if (tool) return tool;
    this.reportOnce(host, name);
    throw new ToolForbiddenException(POLICY_UNDECIDED, 'policy_error');
  }

  private reportOnce(host: ExecutionContext, name: string | undefined): void {
    const handler = host.getHandler();
    if (this.reported.has(handler)) return;
    this.reported.add(handler);
    const route = `${host.getClass().name}.${handler.name}`;
    this.logger.error(
      name === undefined ? routeWithoutTool(route) : routeOfUnknownTool(route, name),
    );
  }
}
