import path from 'node:path';
import { ROOT } from './repository.js';
import { runCommand } from './run-command.js';

const TSC = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** Runs the compiler of the repository. @returns what it has to complain about, one line each */
export async function compile(args: readonly string[], folder: string): Promise<string[]> {
  const { stdout } = await runCommand(process.execPath, [TSC, ...args], folder);
  return stdout.split('\n').filter((line) => line.includes('error TS'));
}
