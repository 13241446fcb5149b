import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile } from './compile.js';
import { ROOT } from './repository.js';

/** Where snippets are written. Inside the repository, so that they find its packages; ignored by every tool. */
const GENERATED = path.join(ROOT, 'test', '.generated');

const FENCED = /^```(\w+)\n([\s\S]*?)^```$/gm;
const FILE_NAME = /^\/\/ (\S+\.ts)\n/;
/** A file that ends what it starts is one to run. */
const RUNNABLE = /^await app\.close\(\);$/m;

/** The files that a page tells its readers to write. */
export interface Snippets {
  readonly folder: string;
  readonly names: readonly string[];
  /** Those that run by themselves. */
  readonly runnable: readonly string[];
  /** The code blocks without a file name, by language. */
  readonly blocks: (language: string) => readonly string[];
}

/** Writes the TypeScript blocks of a page that start with `// <file name>` into a folder of their own. */
export async function writeSnippets(page: string, folderName: string): Promise<Snippets> {
  const text = await readFile(path.join(ROOT, page), 'utf8');
  const folder = path.join(GENERATED, folderName);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });

  const blocks = [...text.matchAll(FENCED)].map(([, language = '', code = '']) => ({
    language,
    code,
    name: FILE_NAME.exec(code)?.[1],
  }));
  const files = blocks.flatMap(({ name, code }) => (name ? [{ name, code }] : []));
  await Promise.all(files.map(({ name, code }) => writeFile(path.join(folder, name), code)));
  return {
    folder,
    names: files.map(({ name }) => name),
    runnable: files.filter(({ code }) => RUNNABLE.test(code)).map(({ name }) => name),
    blocks: (language) =>
      blocks.filter((block) => block.language === language && !block.name).map(({ code }) => code),
  };
}

/**
 * What the compiler says about the snippets of these pages, under the settings of the repository; empty when nothing.
 * What it says about files elsewhere is left to their own type check.
 */
export async function snippetTypeProblems(...pages: Snippets[]): Promise<string[]> {
  const folders = pages.map(({ folder }) => path.basename(folder));
  const project = {
    extends: path.relative(GENERATED, path.join(ROOT, 'tsconfig.json')),
    include: folders.map((folder) => `${folder}/*.ts`),
    exclude: [],
  };
  // A file of its own: tests of other pages may run at the same time.
  const config = `tsconfig.${folders.join('+')}.json`;
  await writeFile(path.join(GENERATED, config), JSON.stringify(project));
  const problems = await compile(['-p', config], GENERATED);
  return problems.filter((line) => !line.startsWith('..'));
}
