import { copyFile, mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { compile } from './compile.js';
import { ROOT } from './repository.js';
import { runCommand } from './run-command.js';

/** A library as the registry would get it. */
export interface PackedLibrary {
  readonly tarball: string;
  /** Paths in the tarball. */
  readonly files: readonly string[];
  /** The unpacked tarball. */
  readonly folder: string;
  readonly manifest: Manifest;
}

export interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** What is published beside the build. */
const LOOSE_FILES = ['package.json', 'README.md', 'LICENSE'];

/** Builds a library from scratch, beside the repository's own build, packs and unpacks it. */
export async function packLibrary(library: string, workFolder: string): Promise<PackedLibrary> {
  const source = path.join(ROOT, 'libs', library);
  const staging = path.join(workFolder, 'staging');
  await mkdir(staging);
  const dist = path.join(staging, 'dist');
  const buildInfo = path.join(dist, '.tsbuildinfo');
  const built = await compile(
    ['-p', 'tsconfig.lib.json', '--outDir', dist, '--tsBuildInfoFile', buildInfo],
    source,
  );
  if (built.length > 0) throw new Error(built.join('\n'));
  for (const file of LOOSE_FILES) await copyFile(path.join(source, file), path.join(staging, file));

  const { stdout } = await runCommand('npm', ['pack', '--json', '--ignore-scripts'], staging);
  const [{ filename, files }] = JSON.parse(stdout) as [
    { filename: string; files: { path: string }[] },
  ];
  const tarball = path.join(staging, filename);
  await runCommand('tar', ['-xzf', tarball, '-C', workFolder], workFolder);
  const folder = path.join(workFolder, 'unpacked');
  await rename(path.join(workFolder, 'package'), folder);
  const manifest = await readFile(path.join(folder, 'package.json'), 'utf8');
  return {
    tarball,
    files: files.map((file) => file.path),
    folder,
    manifest: JSON.parse(manifest) as Manifest,
  };
}
