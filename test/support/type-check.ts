import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GENERATED, ROOT } from './readme-snippets.js';
import { runCommand } from './run-command.js';

const TSC = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/**
 * What the compiler says about every snippet that was written, under the settings of the repository; empty when nothing.
 * What it says about files elsewhere is left to their own type check.
 */
export async function snippetTypeProblems(): Promise<string[]> {
  const project = { extends: '../../tsconfig.json', include: ['*/*.ts'], exclude: [] };
  await writeFile(path.join(GENERATED, 'tsconfig.json'), JSON.stringify(project));
  const { stdout } = await runCommand(process.execPath, [TSC, '-p', '.'], GENERATED);
  return stdout.split('\n').filter((line) => /^[^.\s][^(]*\(\d+,\d+\): error/.test(line));
}
