import { diffChannels, diffPolicy } from './channel.diff.js';
import { loosens, tightens } from './lock-difference.js';
import type { Change, LockDifference } from './lock-difference.js';
import { diffRuntime } from './runtime.diff.js';
import { diffTool } from './tool.diff.js';
import type { ToolLock } from './tool-lock.js';

/** Every difference between what is locked and what is, in the order of the lock; empty when nothing differs. */
export function diffLocks(locked: ToolLock, actual: ToolLock): readonly LockDifference[] {
  const channels = diffChannels(locked, actual);
  const changedChannels = new Set(
    [...channels].filter(([, found]) => found.length > 0).map(([name]) => name),
  );
  const others = diffPolicy(locked.otherChannels, actual.otherChannels);
  return [
    ...about('runtime', diffRuntime(locked.runtime, actual.runtime)),
    ...[...channels].flatMap(([name, found]) => about(`channel ${name}`, found)),
    ...about('every other channel', others),
    ...diffTools(locked, actual, changedChannels),
  ];
}

/** Those that let more through, or may. */
export function isLoosening({ effect }: LockDifference): boolean {
  return effect === 'loosens' || effect === 'may loosen';
}

function diffTools(
  locked: ToolLock,
  actual: ToolLock,
  changedChannels: ReadonlySet<string>,
): readonly LockDifference[] {
  const older = new Map(Object.entries(locked.tools));
  const newer = new Map(Object.entries(actual.tools));
  const names = [...new Set([...older.keys(), ...newer.keys()])].toSorted();
  return names.flatMap((name) => {
    const before = older.get(name);
    const after = newer.get(name);
    if (!after) return about(`tool ${name}`, [tightens('tool removed')]);
    if (!before) return about(`tool ${name}`, [loosens('tool added')]);
    return about(`tool ${name}`, diffTool(before, after, changedChannels));
  });
}

function about(subject: string, found: readonly Change[]): readonly LockDifference[] {
  return found.map(({ effect, message }) => ({ effect, subject, message }));
}
