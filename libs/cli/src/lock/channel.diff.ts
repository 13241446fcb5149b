import type { ChannelPolicy } from '@toolgate/tool-runtime';
import { change, protection } from './lock-difference.js';
import type { Change } from './lock-difference.js';
import type { ToolLock } from './tool-lock.js';

/** What changed in the policy of each channel. A channel that comes or goes is compared with what applies where none is configured. */
export function diffChannels(
  before: ToolLock,
  after: ToolLock,
): ReadonlyMap<string, readonly Change[]> {
  const older = new Map(Object.entries(before.channels));
  const newer = new Map(Object.entries(after.channels));
  const names = [...new Set([...older.keys(), ...newer.keys()])].toSorted();
  return new Map(
    names.map((name) => [
      name,
      diffPolicy(older.get(name) ?? before.otherChannels, newer.get(name) ?? after.otherChannels),
    ]),
  );
}

/** What changed between two policies of one channel. */
export function diffPolicy(before: ChannelPolicy, after: ChannelPolicy): readonly Change[] {
  const demand = (
    name: 'requireAuth' | 'blockMutating' | 'requireConfirmationForMutating',
    withoutIt: string,
  ) =>
    protection(
      before[name] === true,
      after[name] === true,
      `${name} removed; ${withoutIt}`,
      `${name} added`,
    );
  const detail = (policy: ChannelPolicy) => policy.denialDetail ?? 'full';
  return [
    ...demand('requireAuth', 'callers without an identity are let through'),
    ...demand('blockMutating', 'mutating tools can be called'),
    ...demand('requireConfirmationForMutating', 'mutating tools run without asking'),
    ...protection(
      before.allowAll !== true,
      after.allowAll !== true,
      'allowAll added; it lets mutating tools through where blockMutating would not',
      'allowAll removed',
    ),
    ...(detail(before) === detail(after)
      ? []
      : [
          change(
            detail(after) === 'full',
            `denialDetail is '${detail(after)}' instead of '${detail(before)}'`,
          ),
        ]),
  ];
}
