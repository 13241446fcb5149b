import type { ApprovalView, ApprovalVote } from '@toolgate/tool-runtime';
import { drawTable } from '../terminal/table.js';
import { manyLines, oneLine } from '../terminal/safe-text.js';

/** What waits, oldest first, one line each. */
export function approvalListText(approvals: readonly ApprovalView[]): string {
  if (approvals.length === 0) return 'Nothing waits for an approval.';
  const rows = approvals.map(({ id, requestedBy, approvals: yes, needed, expiresAt, summary }) =>
    [id, requestedBy ?? '-', `${yes.length}/${needed}`, expiresAt ?? '-', summary].map((text) => ({
      text: oneLine(text),
    })),
  );
  const head = ['ID', 'ASKED BY', 'YES', 'UNTIL', 'WHAT'].map((text) => ({ text }));
  return drawTable([head, ...rows]).join('\n');
}

/** Everything about one. */
export function approvalText(view: ApprovalView): string {
  const { id, stage, summary, requestedBy, channel, approvals, needed, rejection, expiresAt } =
    view;
  return [
    oneLine(summary),
    `  id         ${oneLine(id)}`,
    `  stage      ${stage}, ${approvals.length} of ${needed}`,
    `  asked by   ${oneLine(requestedBy ?? 'nobody')} on ${oneLine(channel)}`,
    ...(expiresAt === null ? [] : [`  until      ${expiresAt}`]),
    `  arguments  ${manyLines(JSON.stringify(view.arguments))}`,
    ...approvals.map((vote) => `  yes        ${voteText(vote)}`),
    ...(rejection === null ? [] : [`  no         ${voteText(rejection)}`]),
  ].join('\n');
}

function voteText({ principal, channel, at, reason }: ApprovalVote): string {
  const why = reason === null ? '' : `: ${oneLine(reason)}`;
  return `${oneLine(principal)} on ${oneLine(channel)}, ${at}${why}`;
}
