import type { Redactor } from '../../audit/redactor.js';
import type { ToolContext } from '../../context/tool-context.js';
import type { PolicyGate } from '../../policy/policy-gate.js';
import type { ToolDefinition } from '../../registry/tool-definition.js';
import { ToolResult } from '../../result/tool-result.js';
import { needsApproval } from '../approval-need.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { conditional } from '../step.descriptions.js';

/** Ends a call in plan mode with what would have happened. Everything before has really been checked; nothing after has run. */
export class PlanModeStep implements InvocationStep {
  readonly kind = 'plan_mode';
  readonly role = 'branch';

  constructor(
    private readonly policy: PolicyGate,
    private readonly redactor: Redactor,
    private readonly maxArgumentsBytes: number,
  ) {}

  describe(_tool: ToolDefinition, context: ToolContext) {
    const { mode } = context;
    if (mode !== 'plan')
      return conditional(
        `A context in plan mode ends here, and this one is in mode '${mode}'.`,
        { mode },
        { blocking: false },
      );
    return conditional(
      'The context is in plan mode, so the call ends here with what would have happened.',
      { mode },
      {
        open: false,
        ends: {
          outcome: 'planned',
          message: 'The call is answered with what would happen, and nothing runs.',
        },
      },
    );
  }

  run(invocation: Invocation) {
    const { context, tool, args } = invocation;
    if (context.mode !== 'plan') return;
    const plan = {
      tool: tool.name,
      mutating: tool.mutating,
      requires_confirmation: this.policy.requiresConfirmation(context, tool),
      ...(tool.approval && { requires_verification: needsApproval(invocation) }),
      scopes_required: tool.scopes,
      timeout_ms: tool.timeoutMs,
      args: this.redactor.redact(args, {
        sensitivePaths: tool.input.sensitive,
        maxBytes: this.maxArgumentsBytes,
      }),
    };
    return invocation.end(
      'planned',
      ToolResult.success({ plan }, null, { type: 'plan', mode: 'plan' }),
    );
  }
}
