import type { ToolOptions } from '../declaration/tool-options.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import type { ApprovalRule } from '../verification/approval-rule.js';

/** The rule of one tool: what it says itself, else what the module says. Undefined where no call waits. */
export function approvalRule(
  { approval }: Pick<ToolOptions, 'approval'>,
  { verification }: Pick<ResolvedToolRuntimeOptions, 'verification'>,
): ApprovalRule | undefined {
  if (approval === undefined) return undefined;
  const expiresInMs = approval.expiresInMs ?? verification.expiresInMs;
  return Object.freeze<ApprovalRule>({
    scopes: Object.freeze([...new Set(approval.scopes)]),
    policy: approval.policy ?? 'single',
    expiresInMs,
    useWithinMs: approval.useWithinMs ?? verification.useWithinMs ?? expiresInMs,
    excludeRequester: approval.excludeRequester ?? !verification.allowSelfApproval,
    when: approval.when as ApprovalRule['when'],
  });
}
