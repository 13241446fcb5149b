import type { ToolFilter } from '@toolgate/tool-runtime';
import { byPlan } from '../access/access-foretelling.js';
import { accessMatrix, matrixText } from '../access/access-matrix.js';
import { surveyAccess } from '../access/access-survey.js';
import type { CliSession } from '../cli-session.js';
import { ExitCode } from '../exit-code.js';
import { channelsOf } from '../host/tool-host.js';
import { withHost } from '../host/with-host.js';
import type { HostFlags } from '../host/with-host.js';
import { matchesFilter } from '../list/tool-filter.js';

export interface MatrixFlags extends HostFlags, ToolFilter {
  readonly json?: boolean;
}

/** Who may call what on which channel. */
export function runMatrix(session: CliSession, flags: MatrixFlags): Promise<ExitCode> {
  const { terminal } = session;
  return withHost(session, flags, async (host) => {
    const tools = host.registry.getGoverned().filter((tool) => matchesFilter(tool, flags));
    const channels = channelsOf(host);
    const found = await surveyAccess(tools, channels, byPlan(host.plans));
    const rules = host.policy.hasRuleProvider ? (flags.live ? 'asked' : 'not asked') : 'none';
    const matrix = accessMatrix(found, channels, rules);
    if (flags.json) terminal.printJson(matrix);
    else terminal.print(matrixText(matrix, terminal.paint));
    return ExitCode.ok;
  });
}
