import { escapeForLine } from '../common/escape-for-line.js';
import type { ArgumentIssue } from '../schema/tool-input.js';

/** Longest name of an unknown tool that is repeated to the caller, characters. */
const LONGEST_NAME = 128;

export const toolNotFound = (name: string) =>
  `Tool not found: ${escapeForLine(name, LONGEST_NAME)}`;

export const invalidArguments = (issues: readonly ArgumentIssue[]) =>
  issues.map((issue) => issue.message).join('; ');

export const guardRefused = (tool: string) => `A guard of tool '${tool}' refused the call.`;

export const policyFailed = (tool: string) =>
  `The policy for tool '${tool}' could not be evaluated, so the call was refused.`;

export const vetoed = (reason: string | undefined) =>
  reason
    ? `Tool execution vetoed by an event listener: ${reason}`
    : 'Tool execution vetoed by an event listener';

export const auditUnavailable = (tool: string) =>
  `Tool '${tool}' was not run: its audit record could not be written.`;

export const timedOut = (tool: string, timeoutMs: number) =>
  `Tool '${tool}' did not finish within ${timeoutMs} ms.`;

export const cancelled = (tool: string) => `The call of tool '${tool}' was cancelled.`;

export const unavailable = () =>
  'A service needed to decide about this call is not available. Try again later.';

export const internalError = (requestId: string) => `Internal error (ref ${requestId})`;

export const unusableResult = (tool: string, path: string, reason: string) =>
  `Tool '${tool}' returned a result that cannot be sent: ${path ? `${path}: ` : ''}${reason}`;

export const resultBreaksSchema = (tool: string, issues: readonly ArgumentIssue[]) =>
  `Tool '${tool}' returned data that does not match its declared output: ${issues.map((issue) => issue.message).join('; ')}`;

export const confirmationsFull = (ofCaller: boolean) =>
  ofCaller
    ? 'Too many calls of yours wait for confirmation. Confirm some of them, or wait until they expire.'
    : 'Too many calls wait for confirmation. Try again later.';
