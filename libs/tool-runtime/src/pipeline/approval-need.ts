import { Logger } from '@nestjs/common';
import { faultSummary } from '../common/fault-summary.js';
import type { Invocation } from './invocation.js';
import { approvalUndecided } from './pipeline.messages.js';

/**
 * Whether a call waits for an approval before it runs. Asks the tool's `when` once, with the arguments that would execute; a `when` that fails has not
 * let the call go.
 */
export function needsApproval(invocation: Invocation): boolean {
  const { approval: rule } = invocation.tool;
  if (!rule) return false;
  const state = (invocation.approval ??= {});
  return (state.needed ??= isNeeded(invocation, rule.when));
}

function isNeeded(
  { boundedArgs, context, name }: Invocation,
  when: NonNullable<Invocation['tool']['approval']>['when'],
): boolean {
  if (!when) return true;
  try {
    return when(boundedArgs, context) !== false;
  } catch (error) {
    // It was shown the caller's arguments, so nothing of what it says is repeated.
    new Logger('Verification').error(approvalUndecided(name, faultSummary(error)));
    return true;
  }
}
