import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { CliError } from '../cli.error.js';
import { lockCorrupt, lockMissing, lockUnreadable, lockUnwritable } from '../cli.messages.js';
import { ExitCode } from '../exit-code.js';
import { parseLock } from './lock.parser.js';
import type { ToolLock } from './tool-lock.js';

/** Where a lock file is, and how messages call it and the command that writes it. */
export interface LockPlace {
  readonly path: string;
  readonly file: string;
  readonly write: string;
}

/**
 * Reads a committed lock.
 * @throws CliError when it is missing, cannot be read or is not a lock file
 */
export async function readLock(place: LockPlace): Promise<ToolLock> {
  const text = await readLockText(place);
  if (text === undefined) throw new CliError(ExitCode.failed, lockMissing(place.file, place.write));
  const lock = parseLock(text);
  if ('problem' in lock)
    throw new CliError(ExitCode.failed, lockCorrupt(place.file, lock.problem, place.write));
  return lock;
}

/**
 * The text of a lock file, or undefined when there is none.
 * @throws CliError when there is one that cannot be read
 */
export async function readLockText({ path, file }: LockPlace): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CliError(ExitCode.failed, lockUnreadable(file, (error as Error).message));
  }
}

/**
 * Puts a lock in place as a whole: whoever reads it meanwhile sees the old one.
 * @throws CliError when it cannot be written
 */
export async function writeLock({ path, file }: LockPlace, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw new CliError(ExitCode.failed, lockUnwritable(file, (error as Error).message));
  }
}
