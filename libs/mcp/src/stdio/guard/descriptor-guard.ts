import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** File descriptors that every process begins with. */
export const Descriptor = { STDIN: 0, STDOUT: 1, STDERR: 2 } as const;

/** What loggers with a stream of their own use; all take the descriptor first. */
const WRITERS = ['write', 'writev', 'writeSync', 'writevSync'] as const;

type Writer = (descriptor: unknown, ...rest: readonly unknown[]) => unknown;

/** Sends what `node:fs` writes to the descriptor of standard output to standard error. Node's own stream does not come this way. */
export function divertDescriptors(): void {
  for (const name of WRITERS) replace(fs, name, diverted(fs[name] as Writer));
  syncBuiltinESMExports();
}

/** Takes the place of a member, keeping everything that hangs on it, such as the form that `util.promisify` looks for. */
export function replace(holder: object, name: string, value: Writer): void {
  const original = Reflect.get(holder, name) as object;
  Object.defineProperties(value, Object.getOwnPropertyDescriptors(original));
  Object.defineProperty(holder, name, {
    value,
    writable: true,
    configurable: true,
    enumerable: true,
  });
}

function diverted(original: Writer): Writer {
  return (descriptor, ...rest) =>
    original(descriptor === Descriptor.STDOUT ? Descriptor.STDERR : descriptor, ...rest);
}
