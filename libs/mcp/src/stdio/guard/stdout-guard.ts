import type { LineSink } from '../line-writer.js';
import { divertDescriptors } from './descriptor-guard.js';
import { divertChildren } from './child-process-guard.js';

/**
 * Standard output belongs to the process, so its guard does, too. Kept on the stream and under a registered symbol, a second copy of this
 * package finds it instead of guarding the guard.
 */
const GUARDED = Symbol.for('@toolgate/mcp/guarded-stdout');

type GuardedStream = NodeJS.WriteStream & { [GUARDED]?: LineSink };

/**
 * From now on, whatever this process and its children print goes to standard error, and only the server writes to standard output.
 * {@link McpStdio.serve} does this first thing; call it earlier when something prints before that. Guarding twice is harmless; it is for the rest of
 * the process.
 *
 * Covers `process.stdout.write` (so `console`, Nest's Logger, worker threads), writes of `node:fs` to descriptor 1, and child processes that
 * inherit standard output (they get standard error, and no standard input). Native code that writes to descriptor 1 by itself, and `node:fs` in
 * worker threads, are out of reach.
 *
 * @example
 * ```ts
 * guardStdout();
 * const { AppModule } = await import('./app.module.js');
 * await McpStdio.serve(AppModule);
 * ```
 */
export function guardStdout(): void {
  guardedStdout();
}

/** The guarded stream with the only way to write to it. */
export function guardedStdout(): LineSink {
  const stdout = process.stdout as GuardedStream;
  return (stdout[GUARDED] ??= installGuard(stdout));
}

function installGuard(stdout: NodeJS.WriteStream): LineSink {
  const write = stdout.write.bind(stdout);
  stdout.write = divertedWrite as typeof stdout.write;
  // Ended by somebody who only meant to stop printing.
  stdout.end = () => stdout;
  // When the client dies, standard error may be a broken pipe as well; a log line is no reason to crash.
  process.stderr.on('error', () => undefined);
  divertDescriptors();
  divertChildren();
  return { stream: stdout, write };
}

/**
 * `write` of the guarded stream, on standard error instead. Always ready for more: a stream that is piped here would otherwise wait for a
 * `drain` that the guarded stream never has.
 */
function divertedWrite(...args: readonly unknown[]): true {
  process.stderr.write(...(args as Parameters<typeof process.stderr.write>));
  return true;
}
