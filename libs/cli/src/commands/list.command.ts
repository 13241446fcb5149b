import type { ToolFilter } from '@toolgate/tool-runtime';
import type { CliSession } from '../cli-session.js';
import { byPlan } from '../access/access-foretelling.js';
import { surveyAccess } from '../access/access-survey.js';
import { ExitCode } from '../exit-code.js';
import { channelsOf } from '../host/tool-host.js';
import { withHost } from '../host/with-host.js';
import type { HostFlags } from '../host/with-host.js';
import { matchesFilter } from '../list/tool-filter.js';
import { listText } from '../list/tool-list.text.js';
import { toolRow } from '../list/tool-row.js';

export interface ListFlags extends HostFlags, ToolFilter {
  readonly json?: boolean;
}

/** Every tool of the application, and what is governed like one, hidden ones too: the list is for its owner, not for a caller. */
export function runList(session: CliSession, flags: ListFlags): Promise<ExitCode> {
  const { terminal } = session;
  return withHost(session, flags, async (host) => {
    const tools = host.registry.getGoverned().filter((tool) => matchesFilter(tool, flags));
    const found = await surveyAccess(tools, channelsOf(host), byPlan(host.plans));
    if (flags.json) terminal.printJson(found.map(toolRow));
    else terminal.print(listText(found, terminal.paint));
    return ExitCode.ok;
  });
}
