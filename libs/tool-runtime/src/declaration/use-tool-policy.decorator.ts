import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import type { CanActivate, Type } from '@nestjs/common';
import { PolicyGuard } from '../policy/policy.guard.js';
import { TOOL_ROUTE_METADATA } from '../policy/tool-route.metadata.js';
import { ToolRateLimitGuard } from '../rate-limit/rate-limit.guard.js';

/**
 * Puts the policy and the budget of a tool on an ordinary HTTP route, or on all routes of a controller: who may not call the tool gets 403, who has
 * used it up gets 429, and a request to the route counts like a call of the tool. On a method it overrides the one on the class.
 *
 * Authentication must have run before, so that `request.user` is there: bind its guard globally or on the class, or write it BELOW this decorator on
 * the same method, because Nest runs the guards of the lowest decorator first. Confirmation is not part of it; a tool that asks for one asks only when
 * it is called as a tool.
 *
 * @param tool name of a registered tool; a name that no tool has refuses every request
 * @param guards subclasses to use instead of {@link PolicyGuard} and {@link ToolRateLimitGuard}, in the order they run
 *
 * @example
 * ```ts
 * @Post('orders/:id/refund')
 * @UseToolPolicy('refund_order')
 * @UseGuards(JwtAuthGuard)
 * refund(@Param('id') id: string) { … }
 * ```
 */
export const UseToolPolicy = (
  tool: string,
  ...guards: readonly Type<CanActivate>[]
): MethodDecorator & ClassDecorator =>
  applyDecorators(
    SetMetadata(TOOL_ROUTE_METADATA, tool),
    UseGuards(...(guards.length > 0 ? guards : [PolicyGuard, ToolRateLimitGuard])),
  );
