import { PassThrough, Writable } from 'node:stream';
import { runToolCli } from '@toolgate/cli';
import type { HostModule, ToolCliOptions } from '@toolgate/cli';

/** What a command left behind. */
export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliRunOptions extends Omit<ToolCliOptions, 'stdin' | 'stdout' | 'stderr'> {
  /** What is typed or piped into the command. */
  readonly input?: string;
  /** Whether all three streams are a terminal. */
  readonly tty?: boolean;
}

/** Runs a command in this process, with streams, environment and exit code of its own. */
export async function runCli(
  module: HostModule,
  argv: readonly string[],
  { input = '', tty = false, ...options }: CliRunOptions = {},
): Promise<CliRun> {
  const stdin = Object.assign(new PassThrough(), { isTTY: tty });
  const stdout = new Recorder(tty);
  const stderr = new Recorder(tty);
  stdin.end(input);
  const exits: number[] = [];
  const code = await runToolCli(module, {
    env: {},
    exit: (exit) => exits.push(exit),
    ...options,
    argv,
    stdin,
    stdout,
    stderr,
  });
  if (exits.length !== 1 || exits[0] !== code)
    throw new Error(`the exit code is ${code}, but the process was told ${exits.join(', ')}`);
  return { code, stdout: stdout.text, stderr: stderr.text };
}

class Recorder extends Writable {
  text = '';

  constructor(readonly isTTY: boolean) {
    super();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
