import type { JsonObject, ToolContext, ToolResult } from '@toolgate/tool-runtime';
import { STANDARD_INPUT, readArguments } from '../call/arguments.reader.js';
import type { ArgumentFlags } from '../call/arguments.reader.js';
import { askYesOrNo } from '../call/confirmation.prompt.js';
import { watchInterrupts } from '../call/interrupt.js';
import type { Interruption } from '../call/interrupt.js';
import { progressExchange } from '../call/progress.exchange.js';
import { resultText } from '../call/result.printer.js';
import type { ResultText } from '../call/result.printer.js';
import { callerOf, checkChannel } from '../caller/caller.flags.js';
import type { CallerFlags } from '../caller/caller.flags.js';
import type { CliSession } from '../cli-session.js';
import { cancelling, confirmationDeclined, confirmationNeeded } from '../cli.messages.js';
import { ExitCode } from '../exit-code.js';
import { findTool } from '../host/find-tool.js';
import type { ToolHost } from '../host/tool-host.js';
import { withHost } from '../host/with-host.js';
import type { HostFlags } from '../host/with-host.js';

export interface CallFlags extends HostFlags, CallerFlags, ArgumentFlags {
  readonly plan?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** A call that is being made. */
interface Call {
  readonly session: CliSession;
  readonly host: ToolHost;
  readonly tool: string;
  readonly context: ToolContext;
  readonly flags: CallFlags;
  readonly interruption: Interruption;
  readonly text: ResultText;
}

/**
 * Calls a tool in the running application, through the whole pipeline. What it asks to confirm is confirmed by a person or by `--yes`.
 * @throws CliError when the arguments, the tool or the channel are not what they should be; nothing has been called then
 */
export async function runCall(
  session: CliSession,
  tool: string,
  flags: CallFlags,
): Promise<ExitCode> {
  const args = await readArguments(session, flags);
  return withHost(session, { ...flags, live: true }, async (host) => {
    findTool(host.registry, tool, `${session.name} list`);
    checkChannel(host, flags.channel);
    const { terminal } = session;
    const interruption = watchInterrupts(session.signal, () => terminal.note(cancelling()));
    const context = callerOf(
      { ...flags, mode: flags.plan ? 'plan' : 'execute' },
      { signal: interruption.signal, exchange: progressExchange(terminal) },
    );
    const text = resultText(host, terminal.isColoured);
    try {
      return await make({ session, host, tool, context, flags, interruption, text }, args);
    } finally {
      interruption.dispose();
    }
  });
}

async function make(call: Call, args: JsonObject): Promise<ExitCode> {
  const { session, host, tool, context, flags } = call;
  const first = await host.registry.call(tool, args, context);
  // Without a token the tool asks in its own words, and how to answer is its own affair.
  const token = first.requiresConfirmation ? first.confirmToken : null;
  if (token === null) return finish(call, first);
  if (!flags.yes && !canAsk(session, flags)) {
    print(call, first);
    session.terminal.note(confirmationNeeded());
    return ExitCode.unconfirmed;
  }
  if (!flags.yes && !(await confirm(call, first))) {
    session.terminal.note(confirmationDeclined());
    return ExitCode.unconfirmed;
  }
  return finish(call, await host.registry.call(tool, { confirm_token: token }, context));
}

/** Who has sent arguments through standard input cannot answer there. */
function canAsk({ isInteractive }: CliSession, { argsFile }: CallFlags): boolean {
  return isInteractive && argsFile !== STANDARD_INPUT;
}

function confirm({ session, context, interruption, text }: Call, asked: ToolResult) {
  const { terminal, stdin, stderr } = session;
  terminal.note(text(asked, context));
  return askYesOrNo(
    { stdin, stderr },
    'Go on? [y/N] ',
    interruption.signal,
    interruption.interrupt,
  );
}

function finish(call: Call, result: ToolResult): ExitCode {
  print(call, result);
  return result.success ? ExitCode.ok : ExitCode.failed;
}

function print({ session: { terminal }, context, flags, text }: Call, result: ToolResult): void {
  if (flags.json) terminal.printJson(result);
  else terminal.print(text(result, context));
}
