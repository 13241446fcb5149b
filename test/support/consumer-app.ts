import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile } from './compile.js';
import type { PackedLibrary } from './packed-library.js';
import { ROOT } from './repository.js';
import { runCommand } from './run-command.js';
import type { CommandEnd } from './run-command.js';

/** An application of somebody else's, in a folder of its own. */
export interface ConsumerApp {
  /** Takes a source file of the repository into the application, as the file of this name. */
  readonly add: (source: string, file: string) => Promise<void>;
  /**
   * Compiles every file next to its source.
   * @param flags further ones of the compiler, such as `--noCheck` where types have been checked elsewhere
   * @returns what the compiler complains about in the application or in Toolgate
   */
  readonly build: (...flags: string[]) => Promise<string[]>;
  readonly run: (file: string) => Promise<CommandEnd>;
}

/**
 * Makes an application that has the packed library, what the library says it needs and nothing else, except for the packages named here.
 * The needs are links into the repository: fast, offline, and one copy of Nest, since Node.js resolves a link to what it points at.
 */
export async function createConsumerApp(
  folder: string,
  library: PackedLibrary,
  extras: readonly string[] = [],
): Promise<ConsumerApp> {
  const modules = path.join(folder, 'node_modules');
  await cp(library.folder, path.join(modules, library.manifest.name), { recursive: true });
  for (const need of [...needsOf(library), ...extras, '@types/node']) {
    await mkdir(path.dirname(path.join(modules, need)), { recursive: true });
    await symlink(path.join(ROOT, 'node_modules', need), path.join(modules, need), 'junction');
  }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(PROJECT));
  return {
    add: (source, file) => cp(path.join(ROOT, source), path.join(folder, file)),
    build: async (...flags) => (await compile(['-p', '.', ...flags], folder)).filter(concernsUs),
    run: (file) => runCommand(process.execPath, [file], folder),
  };
}

/** The strictest look at the declarations of the library; those of other packages are looked at as well and are not our business. */
const PROJECT = {
  compilerOptions: {
    module: 'nodenext',
    target: 'ES2023',
    strict: true,
    strictPropertyInitialization: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: false,
    types: ['node'],
  },
};

function needsOf({ manifest }: PackedLibrary): string[] {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const peers = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  );
  return [...Object.keys(dependencies), ...peers];
}

function concernsUs(line: string): boolean {
  return line.startsWith('node_modules/@toolgate/') || !line.includes('node_modules/');
}
