import path from 'node:path';
import type { CliSession } from '../cli-session.js';
import { CliError } from '../cli.error.js';
import {
  lockDiffers,
  lockHowToAccept,
  lockUpToDate,
  lockWritten,
  previewIncomplete,
} from '../cli.messages.js';
import { ExitCode } from '../exit-code.js';
import { withHost } from '../host/with-host.js';
import type { HostFlags } from '../host/with-host.js';
import { differencesText } from '../lock/lock-difference.text.js';
import { buildLock } from '../lock/lock.builder.js';
import { diffLocks, isLoosening } from '../lock/lock.diff.js';
import { readLock, readLockText, writeLock } from '../lock/lock.file.js';
import type { LockPlace } from '../lock/lock.file.js';
import { formatLock } from '../lock/lock.format.js';
import { parseLock } from '../lock/lock.parser.js';
import type { ToolLock } from '../lock/tool-lock.js';

export interface LockFlags extends HostFlags {
  readonly file: string;
  readonly check?: boolean;
  readonly json?: boolean;
}

/** Where the lock is when nobody says otherwise. */
export const DEFAULT_LOCK_FILE = 'toolgate.lock.json';

/**
 * Writes the governance of the application down, or compares it with what is written.
 * @throws CliError when the lock is missing or broken, or when the options of the application are not known
 */
export function runLock(session: CliSession, flags: LockFlags): Promise<ExitCode> {
  const { file, check, live } = flags;
  const place: LockPlace = {
    path: path.resolve(session.cwd, file),
    file,
    write: [
      `${session.name} lock`,
      ...(file === DEFAULT_LOCK_FILE ? [] : [`--file ${file}`]),
      ...(live ? ['--live'] : []),
    ].join(' '),
  };
  return withHost(session, flags, async (host) => {
    if (!host.areOptionsKnown) throw new CliError(ExitCode.failed, previewIncomplete('lock'));
    const actual = await buildLock(host);
    return check ? checkLock(session, place, actual, flags) : refreshLock(session, place, actual);
  });
}

async function checkLock(
  { terminal }: CliSession,
  place: LockPlace,
  actual: ToolLock,
  { json }: LockFlags,
): Promise<ExitCode> {
  // Through the same text, so that both sides are what a file can hold.
  const differences = diffLocks(await readLock(place), throughText(actual));
  if (json) terminal.printJson({ differences });
  if (differences.length === 0) {
    terminal.note(lockUpToDate(place.file, Object.keys(actual.tools).length));
    return ExitCode.ok;
  }
  if (!json) terminal.print(differencesText(differences, terminal.paint));
  const loosening = differences.filter(isLoosening).length;
  terminal.note(lockDiffers(place.file, differences.length, loosening));
  terminal.note(lockHowToAccept(place.write));
  return ExitCode.failed;
}

async function refreshLock(
  { terminal }: CliSession,
  place: LockPlace,
  actual: ToolLock,
): Promise<ExitCode> {
  const text = formatLock(actual);
  const tools = Object.keys(actual.tools).length;
  const before = await readLockText(place);
  if (before === text) {
    terminal.note(lockUpToDate(place.file, tools));
    return ExitCode.ok;
  }
  await writeLock(place, text);
  const older = before === undefined ? undefined : parseLock(before);
  const differences =
    older === undefined || 'problem' in older ? [] : diffLocks(older, throughText(actual));
  if (differences.length > 0) terminal.print(differencesText(differences, terminal.paint));
  terminal.note(lockWritten(place.file, tools));
  return ExitCode.ok;
}

function throughText(lock: ToolLock): ToolLock {
  return JSON.parse(formatLock(lock)) as ToolLock;
}
