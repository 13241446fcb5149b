import path from 'node:path';
import { compile } from './compile.js';
import { ROOT } from './repository.js';

/**
 * Builds the sample as its scripts do; nothing is written when it is built already.
 * @returns the file that serves it over standard input and output
 */
export async function buildSampleStdio(): Promise<string> {
  const problems = await compile(['-b', 'apps/sample/tsconfig.app.json'], ROOT);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return path.join(ROOT, 'dist', 'apps', 'sample', 'mcp-stdio.js');
}
