import {
  Approvals,
  MemoryVerificationStore,
  ToolError,
  VerificationStore,
} from '@toolgate/tool-runtime';
import type { ApprovalView, ToolContext } from '@toolgate/tool-runtime';
import { approvalListText, approvalText } from '../approvals/approval.text.js';
import { shellReviewer } from '../approvals/reviewer.js';
import { CliError } from '../cli.error.js';
import type { CliSession } from '../cli-session.js';
import { approvalsInMemory, undecided } from '../cli.messages.js';
import { ExitCode } from '../exit-code.js';
import { withHost } from '../host/with-host.js';
import type { HostFlags } from '../host/with-host.js';

export interface ApprovalFlags extends Pick<HostFlags, 'verbose'> {
  readonly json?: boolean;
  /** Who decides. */
  readonly as?: string;
  readonly reason?: string;
}

/** What waits for an approval. */
export function runApprovalsList(session: CliSession, flags: ApprovalFlags): Promise<ExitCode> {
  return withApprovals(session, flags, async (approvals, reviewer) => {
    const waiting: ApprovalView[] = [];
    let after: string | undefined;
    do {
      const page = await approvals.list(reviewer, after === undefined ? {} : { after });
      waiting.push(...page.approvals);
      after = page.next;
    } while (after !== undefined);
    if (flags.json) session.terminal.printJson(waiting);
    else session.terminal.print(approvalListText(waiting));
  });
}

/** One approval: shown, granted or rejected. */
export function runApproval(
  session: CliSession,
  action: 'show' | 'grant' | 'reject',
  id: string,
  flags: ApprovalFlags,
): Promise<ExitCode> {
  return withApprovals(session, flags, async (approvals, reviewer) => {
    const view = await (action === 'show'
      ? approvals.show(id, reviewer)
      : approvals[action](id, reviewer, flags.reason ?? null));
    if (flags.json) session.terminal.printJson(view);
    else session.terminal.print(approvalText(view));
  });
}

/** @throws CliError when approvals cannot be seen from here, or a rule or the store refuses */
function withApprovals(
  session: CliSession,
  flags: ApprovalFlags,
  work: (approvals: Approvals, reviewer: ToolContext) => Promise<void>,
): Promise<ExitCode> {
  return withHost(session, { ...flags, live: true }, async (host) => {
    if (host.get(VerificationStore) instanceof MemoryVerificationStore)
      throw new CliError(ExitCode.failed, approvalsInMemory());
    try {
      await work(host.get(Approvals), shellReviewer(flags.as));
    } catch (error) {
      if (error instanceof ToolError) throw new CliError(ExitCode.failed, undecided(error.message));
      throw error;
    }
    return ExitCode.ok;
  });
}
