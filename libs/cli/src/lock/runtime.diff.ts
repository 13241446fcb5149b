import { ceiling, change, mayLoosen, protection, tightens } from './lock-difference.js';
import type { Change } from './lock-difference.js';
import type { LockedRuntime } from './tool-lock.js';

/** What changed in what holds for every tool. */
export function diffRuntime(before: LockedRuntime, after: LockedRuntime): readonly Change[] {
  return [
    ...protection(
      before.ruleProvider,
      after.ruleProvider,
      'the PolicyRuleProvider is gone; its rules are not asked any more',
      'a PolicyRuleProvider is asked on every call',
    ),
    ...(before.events === after.events
      ? []
      : [
          after.events
            ? tightens('an event emitter is wired; listeners can veto calls')
            : mayLoosen(
                'no event emitter is wired any more; listeners that vetoed calls are silent',
              ),
        ]),
    ...(before.globalEnhancers === after.globalEnhancers
      ? []
      : [
          change(
            after.globalEnhancers === 'skip',
            `globalEnhancers is '${after.globalEnhancers}' instead of '${before.globalEnhancers}'`,
          ),
        ]),
    ...(before.visibility === after.visibility
      ? []
      : [
          change(
            after.visibility === 'all',
            `visibility is '${after.visibility}' instead of '${before.visibility}'`,
          ),
        ]),
    ...protection(
      before.auditMode === 'required',
      after.auditMode === 'required',
      "audit.mode is 'best-effort'; mutating tools run although nothing can be recorded",
      "audit.mode is 'required'",
    ),
    ...ceiling(before.confirmationTtlMs, after.confirmationTtlMs, 'confirmation.ttlMs', ' ms'),
  ];
}
