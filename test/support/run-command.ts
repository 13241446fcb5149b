import { execFile } from 'node:child_process';
import type { ExecFileException } from 'node:child_process';

/** How a command ended. */
export interface CommandEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command to its end without a shell; a code other than 0 is an answer, not an error.
 * @param env variables beside those of this process
 */
export function runCommand(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...environment(), ...env }, maxBuffer: 16 * 1024 * 1024 };
    execFile(command, args, options, (error, stdout, stderr) => {
      const code = error ? exitCode(error) : 0;
      if (code === undefined) reject(error ?? new Error(`${command} did not end`));
      else resolve({ code, stdout, stderr });
    });
  });
}

/** The test runner's own switches are not for the programs it starts. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _switches, NODE_PATH: _path, ...rest } = process.env;
  return { ...rest, NO_COLOR: '1' };
}

/** Undefined when the command could not be started or was killed. */
function exitCode({ code }: ExecFileException): number | undefined {
  return typeof code === 'number' ? code : undefined;
}
