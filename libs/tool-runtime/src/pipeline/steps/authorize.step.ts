import { Logger } from '@nestjs/common';
import type { Redactor } from '../../audit/redactor.js';
import { isPromiseLike, settle } from '../../common/awaitable.js';
import type { Awaitable } from '../../common/awaitable.js';
import type { ToolContext } from '../../context/tool-context.js';
import type { DenialReasonCode, PolicyDecision } from '../../policy/policy-decision.js';
import type { PolicyGate } from '../../policy/policy-gate.js';
import type { ToolDefinition } from '../../registry/tool-definition.js';
import { subjectOf } from '../../registry/unique-name.js';
import { httpExceptionMessage } from '../../result/http-exception.js';
import { ToolError } from '../../result/tool-error.js';
import { ToolResult } from '../../result/tool-result.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { guardRefused } from '../pipeline.messages.js';
import {
  authorizationSource,
  everySwitch,
  foretellDecision,
  foretoldAuthorization,
  missingScopes,
  undecidedPolicy,
} from '../foretold-authorization.js';
import { active } from '../step.descriptions.js';

/**
 * Asks the policy gate, then the tool's own Nest guards. Both come before the anchor, so no listener, cache or interceptor can
 * answer a call that one of them would have refused.
 */
export class AuthorizeStep implements InvocationStep {
  readonly kind = 'authorize';
  readonly role = 'guard';
  private readonly logger = new Logger('PolicyGate');

  constructor(
    private readonly policy: PolicyGate,
    private readonly redactor: Redactor,
  ) {}

  describe(tool: ToolDefinition, context: ToolContext) {
    const { hasRuleProvider } = this.policy;
    const channelPolicy = this.policy.channelPolicy(context.channel);
    const decision = foretellDecision(this.policy, tool, context);
    return active(
      authorizationSource(tool, context, channelPolicy, hasRuleProvider),
      {
        channelPolicy: everySwitch(channelPolicy),
        authenticated: Boolean(context.principal),
        scopesRequired: tool.scopes,
        scopesMode: tool.scopesMode,
        scopesHeld: context.scopes,
        scopesMissing: missingScopes(tool, context),
        ruleProvider: hasRuleProvider,
        guards: tool.handler.enhancers.guards,
        staticDecision: decision,
      },
      foretoldAuthorization(decision, tool, hasRuleProvider),
    );
  }

  run(invocation: Invocation): Awaitable<ToolResult | void> {
    const { context, tool, args } = invocation;
    const purpose = context.mode === 'plan' ? 'plan' : 'call';
    // An unknown token can only end at `confirm`, an unknown approval at `approve`: there are no arguments to judge yet, and none will run.
    const hasArguments =
      invocation.redemption?.status !== 'unknown' && invocation.approval?.found?.found !== false;
    try {
      const decision = this.policy.decide(
        hasArguments ? { context, tool, purpose, arguments: args } : { context, tool, purpose },
      );
      const decided = isPromiseLike(decision)
        ? Promise.resolve(decision).then(undefined, (error: unknown) =>
            this.undecided(invocation, error),
          )
        : decision;
      return settle(decided, (answer) => {
        if (answer.allowed !== true) return deny(invocation, answer.message, answer.reasonCode);
        if (hasArguments) return this.askGuards(invocation);
      });
    } catch (error) {
      return settle(this.undecided(invocation, error), (answer) =>
        answer.allowed === true ? undefined : deny(invocation, answer.message, answer.reasonCode),
      );
    }
  }

  private askGuards(invocation: Invocation): Awaitable<ToolResult | void> {
    const { handler } = invocation.tool;
    if (!handler.canActivate) return;
    try {
      const answer = handler.canActivate(invocation.context, invocation.input);
      const verdict = isPromiseLike(answer)
        ? Promise.resolve(answer).then(undefined, (error: unknown) =>
            this.guardThrew(invocation, error),
          )
        : answer;
      return settle(verdict, (allowed) => {
        if (ToolResult.is(allowed)) return allowed;
        if (allowed !== true)
          return deny(invocation, guardRefused(invocation.tool), 'guard_denied');
      });
    } catch (error) {
      return this.guardThrew(invocation, error);
    }
  }

  /** A guard refuses by throwing too; what it says in an HttpException or ToolError is meant for the caller. */
  private guardThrew(invocation: Invocation, error: unknown): ToolResult {
    if (error instanceof ToolError) return deny(invocation, error.message, 'guard_denied');
    const http = httpExceptionMessage(error);
    if (http?.status === 429)
      return invocation.end(
        'rate_limited',
        ToolResult.error(http.message, null, { code: 'RATE_LIMITED', reason_code: 'guard_denied' }),
        'guard_denied',
      );
    if (http && http.status < 500) return deny(invocation, http.message, 'guard_denied');
    this.logger.error(
      `A guard of ${subjectOf(invocation.tool)} failed, so the call was refused: ${this.redactor.describeError(error)}`,
    );
    return deny(invocation, guardRefused(invocation.tool), 'guard_error');
  }

  private undecided(invocation: Invocation, error: unknown): PolicyDecision {
    this.logger.error(
      `The policy gate failed on ${subjectOf(invocation.tool)}, so the call was refused: ${this.redactor.describeError(error)}`,
    );
    return undecidedPolicy(invocation.tool);
  }
}

function deny(invocation: Invocation, message: string, reasonCode: DenialReasonCode): ToolResult {
  return invocation.end(
    'denied',
    ToolResult.error(message, null, { code: 'FORBIDDEN', reason_code: reasonCode }),
    reasonCode,
  );
}
