import { CommanderError } from 'commander';
import { CliError } from './cli.error.js';
import type { CliSession } from './cli-session.js';
import { unexpected, writeFailed } from './cli.messages.js';
import { ExitCode } from './exit-code.js';
import type { HostModule } from './host/host-module.js';
import { createProgram } from './program.js';
import { Terminal } from './terminal/terminal.js';
import type { ToolCliOptions } from './tool-cli.options.js';

/** Commander's words for what a person asked to be told. */
const HELP: ReadonlySet<string> = new Set(['commander.helpDisplayed', 'commander.version']);

/**
 * Runs the command of the command line for an application: `list`, `inspect`, `matrix`, `lock` or `call`. Never rejects and never ends the
 * process: it resolves once everything is written, to the exit code, which it has also put into `process.exitCode`.
 *
 * A host whose modules keep the process alive ends it itself: `process.exit(await runToolCli(AppModule))`.
 *
 * @param module the root module of the application
 * @returns one of the {@link ExitCode}s
 *
 * @example
 * ```ts
 * import { runToolCli } from '@toolgate/cli';
 * import { AppModule } from './app.module.js';
 * await runToolCli(AppModule);
 * ```
 */
export async function runToolCli(
  module: HostModule,
  options: ToolCliOptions = {},
): Promise<ExitCode> {
  const {
    argv = process.argv.slice(2),
    name = 'toolgate',
    stdin = process.stdin,
    stdout = process.stdout,
    stderr = process.stderr,
    env = process.env,
    cwd = process.cwd(),
    signal,
    previewModules = [],
    exit = setExitCode,
  } = options;
  const terminal = new Terminal(stdout, stderr, env);
  const isInteractive = stdin.isTTY === true && stderr.isTTY === true;
  const session: CliSession = {
    module,
    terminal,
    stdin,
    stderr,
    isInteractive,
    name,
    cwd,
    signal,
    previewModules,
  };
  const ended = await runCommand(session, argv);
  const code = await close(terminal, ended);
  exit(code);
  return code;
}

async function runCommand(session: CliSession, argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = ExitCode.ok;
  const program = createProgram(session, (ended) => {
    code = ended;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    // Commander has already said what is wrong.
    if (error instanceof CommanderError) return HELP.has(error.code) ? ExitCode.ok : ExitCode.usage;
    const { terminal } = session;
    const isExpected = error instanceof CliError;
    terminal.note(terminal.notePaint.red(isExpected ? error.message : unexpected(error)));
    return isExpected ? error.exitCode : ExitCode.failed;
  }
}

async function close(terminal: Terminal, code: ExitCode): Promise<ExitCode> {
  const failure = await terminal.finish();
  if (failure) terminal.note(writeFailed(failure.message));
  await terminal.close();
  return failure && code === ExitCode.ok ? ExitCode.failed : code;
}

function setExitCode(code: number): void {
  process.exitCode = code;
}
