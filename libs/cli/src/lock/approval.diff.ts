import { ceiling, change, loosens, mayLoosen, protection, tightens } from './lock-difference.js';
import type { Change } from './lock-difference.js';
import { diffScopes } from './scope.diff.js';
import type { LockedApproval } from './tool-lock.js';

/** What changed in the approval that calls of a tool wait for. */
export function diffApproval(
  before: LockedApproval | undefined,
  after: LockedApproval | undefined,
): readonly Change[] {
  if (!before && !after) return [];
  if (!before) return [tightens('approval added; calls wait for somebody else')];
  if (!after) return [loosens('approval removed; the tool runs without one')];
  return [
    ...diffPolicy(before, after),
    ...diffScopes(reviewers(before), reviewers(after)).map((difference) => ({
      ...difference,
      message: `approval: ${difference.message.replace('callers now need', 'reviewers now need')}`,
    })),
    ...protection(
      before.excludeRequester,
      after.excludeRequester,
      'approval.excludeRequester is false; whoever calls may approve',
      'approval.excludeRequester is true',
    ),
    ...(before.conditional === after.conditional
      ? []
      : [
          change(
            after.conditional,
            after.conditional
              ? 'approval.when added; some calls do not wait any more'
              : 'approval.when removed; every call waits',
          ),
        ]),
    ...ceiling(before.expiresInMs, after.expiresInMs, 'approval.expiresInMs', ' ms'),
    ...ceiling(before.useWithinMs, after.useWithinMs, 'approval.useWithinMs', ' ms'),
  ];
}

/** A verifier may decide alone under 'auto', so how much that asks for cannot be compared. */
function diffPolicy(before: LockedApproval, after: LockedApproval): readonly Change[] {
  if (before.policy === after.policy) return [];
  const message = `approval.policy is ${after.policy} instead of ${before.policy}`;
  if (before.needed === after.needed) return [mayLoosen(message)];
  return [change(after.needed < before.needed, message)];
}

function reviewers({ scopes }: LockedApproval) {
  return { scopes, scopesMode: 'any' } as const;
}
