import { Command } from 'commander';
import type { CliSession } from './cli-session.js';
import {
  addCallerFlags,
  addFilterFlags,
  addHostFlags,
  addJsonFlag,
  addVerboseFlag,
  modeOption,
} from './commands/command.flags.js';
import { runApproval, runApprovalsList } from './commands/approvals.command.js';
import type { ApprovalFlags } from './commands/approvals.command.js';
import { runCall } from './commands/call.command.js';
import type { CallFlags } from './commands/call.command.js';
import { runInspect } from './commands/inspect.command.js';
import type { InspectFlags } from './commands/inspect.command.js';
import { runList } from './commands/list.command.js';
import type { ListFlags } from './commands/list.command.js';
import { DEFAULT_LOCK_FILE, runLock } from './commands/lock.command.js';
import type { LockFlags } from './commands/lock.command.js';
import { runMatrix } from './commands/matrix.command.js';
import type { MatrixFlags } from './commands/matrix.command.js';
import type { ExitCode } from './exit-code.js';

const EXIT_CODES = `
Exit codes: 0 done; 1 the call or the check failed; 2 wrong command line; 3 no such tool;
4 inspect --check: the caller would be refused; 5 call: not confirmed.`;

/**
 * The command line. Every command ends with an exit code.
 * @param end takes the code of the command that has run
 */
export function createProgram(session: CliSession, end: (code: ExitCode) => void): Command {
  const { terminal } = session;
  const program = new Command(session.name)
    .description('Looks at the tools of this application, and calls them.')
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError('Add --help to see what can be said here.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.raw('stdout', text),
      writeErr: (text) => terminal.raw('stderr', text),
      getOutHasColors: () => terminal.isColoured,
      getErrHasColors: () => terminal.isColoured,
    });

  addJsonFlag(addHostFlags(addFilterFlags(program.command('list'))))
    .description('every tool: scopes, flags, and who may call it')
    .action(async (flags: ListFlags) => end(await runList(session, flags)));

  addJsonFlag(addHostFlags(addCallerFlags(program.command('inspect'))))
    .description('what a call would pass through and how it would end; nothing is called')
    .argument('[tool]', 'name of the tool')
    .option('--all', 'every tool, on every channel unless --channel names one')
    .addOption(modeOption())
    .option('--mermaid', 'as the source of a Mermaid flowchart')
    .option('--check', 'exit with 4 when the caller would be refused')
    .action(async (tool: string | undefined, flags: InspectFlags) =>
      end(await runInspect(session, tool, flags)),
    );

  addJsonFlag(addHostFlags(addFilterFlags(program.command('matrix'))))
    .description('who may call what on which channel')
    .action(async (flags: MatrixFlags) => end(await runMatrix(session, flags)));

  addJsonFlag(addHostFlags(program.command('lock')))
    .description('write the governance of every tool to a file, or compare it with one')
    .option('--file <file>', 'the lock file', DEFAULT_LOCK_FILE)
    .option('--check', 'compare only; exit with 1 and say what differs')
    .action(async (flags: LockFlags) => end(await runLock(session, flags)));

  addJsonFlag(addVerboseFlag(addCallerFlags(program.command('call'))))
    .description('start the application and call a tool, by default as the host itself')
    .argument('<tool>', 'name of the tool')
    .option('--args <json>', 'the arguments as a JSON object')
    .option('--args-file <file>', 'a file with the arguments; - for standard input')
    .option('--plan', 'only say what would happen')
    .option('--yes', 'confirm without being asked')
    .action(async (tool: string, flags: CallFlags) => end(await runCall(session, tool, flags)));

  const approvals = program
    .command('approvals')
    .description('start the application and decide about calls that wait for an approval');
  const approval = (name: string) =>
    addJsonFlag(addVerboseFlag(approvals.command(name))).option(
      '--as <person>',
      'who decides, as the application names people; the user of the system when left out',
    );
  approval('list')
    .description('what waits, oldest first')
    .action(async (flags: ApprovalFlags) => end(await runApprovalsList(session, flags)));
  approval('show')
    .description('everything about one')
    .argument('<id>', 'id of the verification')
    .action(async (id: string, flags: ApprovalFlags) =>
      end(await runApproval(session, 'show', id, flags)),
    );
  for (const action of ['grant', 'reject'] as const)
    approval(action)
      .description(action === 'grant' ? 'say yes' : 'say no, which ends it')
      .argument('<id>', 'id of the verification')
      .option('--reason <text>', 'why; whoever asked will read it')
      .action(async (id: string, flags: ApprovalFlags) =>
        end(await runApproval(session, action, id, flags)),
      );

  return program;
}
