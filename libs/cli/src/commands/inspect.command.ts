import { planAsMermaid, planAsText } from '@toolgate/tool-runtime';
import type { InvocationPlan } from '@toolgate/tool-runtime';
import { callerOf, checkChannel } from '../caller/caller.flags.js';
import type { CallerFlags } from '../caller/caller.flags.js';
import type { CliSession } from '../cli-session.js';
import { CliError } from '../cli.error.js';
import { mermaidOfOne, toolOrAll } from '../cli.messages.js';
import { ExitCode } from '../exit-code.js';
import { findGoverned } from '../host/find-tool.js';
import { channelsOf } from '../host/tool-host.js';
import type { ToolHost } from '../host/tool-host.js';
import { withHost } from '../host/with-host.js';
import type { HostFlags } from '../host/with-host.js';
import { planPainter } from '../inspect/plan-painter.js';
import { planTable } from '../inspect/plan-table.js';

export interface InspectFlags extends HostFlags, CallerFlags {
  readonly all?: boolean;
  readonly json?: boolean;
  readonly mermaid?: boolean;
  readonly check?: boolean;
}

/**
 * What a call would pass through and how it would end, for one tool or for all of them.
 * @throws CliError when it is not clear which, or when there is no such tool or channel
 */
export async function runInspect(
  session: CliSession,
  name: string | undefined,
  flags: InspectFlags,
): Promise<ExitCode> {
  if ((name === undefined) !== (flags.all === true))
    throw new CliError(ExitCode.usage, toolOrAll());
  if (flags.mermaid && (flags.all || flags.json))
    throw new CliError(ExitCode.usage, mermaidOfOne());
  return withHost(session, flags, async (host) => {
    checkChannel(host, flags.channel);
    const plans =
      name === undefined ? await planAll(host, flags) : [await planOne(session, host, name, flags)];
    print(session, plans, flags);
    const isRefused = plans.some(({ verdict }) => verdict.outcome === 'denied');
    return flags.check && isRefused ? ExitCode.denied : ExitCode.ok;
  });
}

async function planOne(
  { name: program }: CliSession,
  { registry, plans }: ToolHost,
  name: string,
  flags: InspectFlags,
): Promise<InvocationPlan> {
  const tool = findGoverned(registry, name, `${program} list`);
  return plans.build(tool, callerOf(flags));
}

/** Every tool on every channel, or on the one that was asked for. */
function planAll(host: ToolHost, flags: InspectFlags): Promise<readonly InvocationPlan[]> {
  const channels = flags.channel === undefined ? channelsOf(host) : [flags.channel];
  return Promise.all(
    host.registry
      .getGoverned()
      .flatMap((tool) =>
        channels.map(async (channel) => host.plans.build(tool, callerOf({ ...flags, channel }))),
      ),
  );
}

function print(
  { terminal }: CliSession,
  plans: readonly InvocationPlan[],
  { all, json, mermaid }: InspectFlags,
): void {
  const [plan] = plans;
  if (json) terminal.printJson(all ? plans : plan);
  else if (all || !plan) terminal.print(planTable(plans, terminal.paint));
  else if (mermaid) terminal.print(planAsMermaid(plan).trimEnd());
  else terminal.print(planAsText(plan, planPainter(terminal.paint)));
}
