import { ToolContext, nearestName } from '@toolgate/tool-runtime';
import type { ToolContextMode, ToolContextOptions } from '@toolgate/tool-runtime';
import { CliError } from '../cli.error.js';
import { unknownChannel } from '../cli.messages.js';
import { ExitCode } from '../exit-code.js';
import type { ToolHost } from '../host/tool-host.js';

/** Who calls, as the command line says it. */
export interface CallerFlags {
  readonly channel?: string;
  readonly actor?: string;
  readonly scope?: readonly string[];
  readonly mode?: ToolContextMode;
}

/** The channel of this shell. */
const SHELL = 'cli';

/**
 * The caller that the flags name, and no other: without `--actor` there is nobody, without `--scope` there are no scopes. The one exception is
 * the channel `cli` without either: whoever types the command is the host itself, with the context that the registry gives its own code.
 */
export function callerOf(flags: CallerFlags, options: ToolContextOptions = {}): ToolContext {
  const { channel = SHELL, actor, scope = [], mode = 'execute' } = flags;
  const common = { ...options, mode };
  return channel === SHELL && actor === undefined && scope.length === 0
    ? ToolContext.cli(common)
    : ToolContext.of({ ...common, channel, principal: actor ?? null, scopes: scope });
}

/**
 * Refuses a channel that the application does not know: a typing error must not look like a strict policy.
 * @throws CliError with a suggestion
 */
export function checkChannel({ options: { channels } }: ToolHost, channel: string | undefined) {
  if (channel === undefined || channels.has(channel)) return;
  const known = [...channels.keys()];
  throw new CliError(ExitCode.usage, unknownChannel(channel, nearestName(channel, known), known));
}
