import { change, changes } from './lock-difference.js';
import type { Change } from './lock-difference.js';
import type { LockedTool } from './tool-lock.js';

type Demand = Pick<LockedTool, 'scopes' | 'scopesMode'>;

/** What changed in the scopes that a tool demands, and whether more callers fulfil the new demand. */
export function diffScopes(before: Demand, after: Demand): readonly Change[] {
  const removed = before.scopes.filter((scope) => !after.scopes.includes(scope));
  const added = after.scopes.filter((scope) => !before.scopes.includes(scope));
  const isSame = removed.length === 0 && added.length === 0;
  // One scope or none is the same demand in both modes.
  if (isSame && (before.scopesMode === after.scopesMode || after.scopes.length <= 1)) return [];
  const parts = [
    ...removed.map((scope) => `scope "${scope}" removed`),
    ...added.map((scope) => `scope "${scope}" added`),
    ...(isSame ? [`scopesMode is ${after.scopesMode} instead of ${before.scopesMode}`] : []),
  ];
  const message = `${parts.join(', ')}; callers now need ${demandText(after)}`;
  if (!implies(after, before)) return [change(true, message)];
  return [implies(before, after) ? changes(message) : change(false, message)];
}

/** True when every caller who fulfils one demand fulfils the other as well. */
function implies(demand: Demand, other: Demand): boolean {
  return smallestAnswers(demand).every((scopes) => fulfils(scopes, other));
}

function smallestAnswers({ scopes, scopesMode }: Demand): readonly (readonly string[])[] {
  if (scopes.length === 0) return [[]];
  return scopesMode === 'all' ? [scopes] : scopes.map((scope) => [scope]);
}

function fulfils(held: readonly string[], { scopes, scopesMode }: Demand): boolean {
  if (scopes.length === 0) return true;
  return scopesMode === 'all'
    ? scopes.every((scope) => held.includes(scope))
    : scopes.some((scope) => held.includes(scope));
}

function demandText({ scopes, scopesMode }: Demand): string {
  if (scopes.length === 0) return 'no scope';
  if (scopes.length === 1) return scopes[0]!;
  return `${scopesMode === 'all' ? 'all' : 'one'} of ${scopes.join(', ')}`;
}
