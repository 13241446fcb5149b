import type { Type } from '@nestjs/common';
import type { Environment } from './terminal/colours.js';
import type { OutputStream } from './terminal/output-pipe.js';

/** A stream to read answers and arguments from. */
export type InputStream = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** Options of `runToolCli()`. The defaults are those of the running process; tests pass their own. */
export interface ToolCliOptions {
  /** What follows the name of the program. @default process.argv.slice(2) */
  readonly argv?: readonly string[];
  /** How usage and messages write the command, ready to be pasted. @default 'toolgate' */
  readonly name?: string;
  readonly stdin?: InputStream;
  /** Gets the answer and nothing else. */
  readonly stdout?: OutputStream;
  /** Gets questions, progress, the host's log and messages. */
  readonly stderr?: OutputStream;
  /** `NO_COLOR`, `FORCE_COLOR` and `TERM` are read from it. @default process.env */
  readonly env?: Environment;
  /** Folder that relative file names start from. @default process.cwd() */
  readonly cwd?: string;
  /** Cancels a running call, as Ctrl-C does. Left out, the signals SIGINT and SIGTERM of the process do. */
  readonly signal?: AbortSignal;
  /** Modules whose providers are constructed in preview too, such as one that registers tools at boot. Their constructors and hooks run. */
  readonly previewModules?: readonly Type[];
  /** Takes the exit code. @default sets process.exitCode */
  readonly exit?: (code: number) => void;
}
