import type { DenialReasonCode } from '@toolgate/tool-runtime';

/** A check that can refuse a caller: is anybody there, do they hold the scopes, the host's rules, the channel, the tool's own guards. */
export type DenialCheck = 'authentication' | 'scope' | 'rule' | 'channel' | 'guard';

/** By reason code. A check that broke down has refused as well, but not by what it says, so it is none of them. */
const CHECKS: ReadonlyMap<string, DenialCheck> = new Map<DenialReasonCode, DenialCheck>([
  ['unauthenticated', 'authentication'],
  ['missing_scope', 'scope'],
  ['rule_missing_scope', 'rule'],
  ['rule_denied', 'rule'],
  ['mutating_blocked', 'channel'],
  ['guard_denied', 'guard'],
]);

/** The check behind the `reason_code` of a denial; undefined when a check broke down, or the host has one of its own. */
export function checkOf(reasonCode: string | undefined): DenialCheck | undefined {
  return reasonCode === undefined ? undefined : CHECKS.get(reasonCode);
}
