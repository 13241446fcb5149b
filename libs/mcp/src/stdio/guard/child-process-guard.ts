import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { divertedStdio } from './diverted-stdio.js';
import { replace } from './descriptor-guard.js';

type AnyFunction = (this: unknown, ...args: readonly unknown[]) => unknown;

/** What waits for the child. All others end in `ChildProcess.prototype.spawn`. */
const SYNCHRONOUS = ['spawnSync', 'execSync', 'execFileSync'] as const;

/** Gives children that would inherit standard output standard error instead. */
export function divertChildren(): void {
  divertOptions(childProcess.ChildProcess.prototype, 'spawn');
  for (const name of SYNCHRONOUS) divertOptions(childProcess, name);
  syncBuiltinESMExports();
}

function divertOptions(holder: object, name: string): void {
  const original = Reflect.get(holder, name) as AnyFunction;
  replace(holder, name, function (this: unknown, ...args: readonly unknown[]) {
    return original.apply(this, args.map(withDivertedStdio));
  });
}

/** Of the arguments only the options have a member `stdio`. */
function withDivertedStdio(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null || !('stdio' in argument)) return argument;
  return { ...argument, stdio: divertedStdio(argument.stdio) };
}
