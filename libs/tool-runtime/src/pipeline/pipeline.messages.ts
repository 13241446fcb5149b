import { escapeForLine } from '../common/escape-for-line.js';
import { TOOL_KIND } from '../declaration/governed-method.js';
import type { ToolGovernance } from '../registry/tool-definition.js';
import { subjectAtStart, subjectOf } from '../registry/unique-name.js';
import type { ArgumentIssue } from '../schema/tool-input.js';

/** Longest name of an unknown tool that is repeated to the caller, characters. */
const LONGEST_NAME = 128;

/** What is called: a tool, or something of another kind. */
type Called = Pick<ToolGovernance, 'name' | 'kind'>;

export const notFound = ({ name, kind = TOOL_KIND }: Called) =>
  kind === TOOL_KIND
    ? `Tool not found: ${escapeForLine(name, LONGEST_NAME)}`
    : `${subjectAtStart({ name: escapeForLine(name, LONGEST_NAME), kind })} not found`;

export const invalidArguments = (issues: readonly ArgumentIssue[]) =>
  issues.map((issue) => issue.message).join('; ');

export const guardRefused = (tool: Called) => `A guard of ${subjectOf(tool)} refused the call.`;

export const policyFailed = (tool: Called) =>
  `The policy for ${subjectOf(tool)} could not be evaluated, so the call was refused.`;

export const vetoed = (reason: string | undefined) =>
  reason
    ? `Tool execution vetoed by an event listener: ${reason}`
    : 'Tool execution vetoed by an event listener';

export const auditUnavailable = (tool: Called) =>
  `${subjectAtStart(tool)} was not run: its audit record could not be written.`;

export const wouldRun = (tool: Called) => `${subjectAtStart(tool)} would run.`;

export const timedOut = (tool: Called, timeoutMs: number) =>
  `${subjectAtStart(tool)} did not finish within ${timeoutMs} ms.`;

export const cancelled = (tool: Called) => `The call of ${subjectOf(tool)} was cancelled.`;

export const unavailable = () =>
  'A service needed to decide about this call is not available. Try again later.';

export const internalError = (requestId: string) => `Internal error (ref ${requestId})`;

export const unusableResult = (tool: Called, path: string, reason: string) =>
  `${subjectAtStart(tool)} returned a result that cannot be sent: ${path ? `${path}: ` : ''}${reason}`;

export const resultBreaksSchema = (tool: Called, issues: readonly ArgumentIssue[]) =>
  `${subjectAtStart(tool)} returned data that does not match its declared output: ${issues.map((issue) => issue.message).join('; ')}`;

export const approvalUndecided = (tool: string, fault: string) =>
  `approval.when of tool '${tool}' failed, so the call waits for an approval: ${fault}`;

export const confirmationsFull = (ofCaller: boolean) =>
  ofCaller
    ? 'Too many calls of yours wait for confirmation. Confirm some of them, or wait until they expire.'
    : 'Too many calls wait for confirmation. Try again later.';
