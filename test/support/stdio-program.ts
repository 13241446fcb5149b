import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile } from './compile.js';
import { ROOT } from './repository.js';

/** Inside the repository, so that the program finds the packages of the workspace. */
const PROGRAM = path.join(ROOT, 'test', '.generated', 'mcp-stdio');

/**
 * Builds the libraries and the program of `test/mcp/stdio` as their users would.
 * @returns the file to run
 */
export async function buildStdioProgram(): Promise<string> {
  const problems = await compile(['-b', 'libs/mcp/tsconfig.lib.json'], ROOT);
  await rm(PROGRAM, { recursive: true, force: true });
  await mkdir(PROGRAM, { recursive: true });
  await writeFile(path.join(PROGRAM, 'tsconfig.json'), JSON.stringify(PROJECT));
  problems.push(...(await compile(['-p', '.'], PROGRAM)));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return path.join(PROGRAM, 'main.js');
}

const PROJECT = {
  extends: '../../../tsconfig.json',
  compilerOptions: {
    noEmit: false,
    declaration: false,
    declarationMap: false,
    sourceMap: false,
    customConditions: [],
    types: ['node'],
    rootDir: '../../mcp/stdio',
    outDir: '.',
  },
  include: ['../../mcp/stdio/*.ts'],
  exclude: [],
};
