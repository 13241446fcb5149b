import { oneLine } from './terminal/safe-text.js';

/** "1 tool", "3 tools". */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

const quoted = (text: string): string => `"${oneLine(text)}"`;

// The host

export const hostFailed = (reason: string, live: boolean): string =>
  `The application could not be ${live ? 'started' : 'read'}: ${reason}`;

export const runtimeMissing = (): string =>
  'The application has no tool registry. Import ToolRuntimeModule.forRoot() in its root module; if it does, check with "npm ls @toolgate/tool-runtime" that only one version is installed.';

export const previewIncomplete = (command: string): string =>
  `The options of ToolRuntimeModule come from a factory that cannot run in preview (see above), so "${command}" would show the default options instead of yours. Add --live to start the application for real.`;

// The command line

export const unknownTool = (name: string, suggestions: readonly string[], list: string): string => {
  const hint = suggestions.length > 0 ? ` Did you mean ${suggestions.join(', ')}?` : '';
  return `There is no tool ${quoted(name)}.${hint} "${list}" shows every tool.`;
};

export const unknownChannel = (
  channel: string,
  suggestion: string | undefined,
  known: readonly string[],
): string => {
  const hint = suggestion === undefined ? '' : ` Did you mean ${quoted(suggestion)}?`;
  return `There is no channel ${quoted(channel)}.${hint} The application has ${known.map(oneLine).join(', ')}; add others to the "channels" option of ToolRuntimeModule.`;
};

export const toolOrAll = (): string =>
  'Say which tool to inspect, or --all for every tool; not both.';

export const mermaidOfOne = (): string =>
  '--mermaid draws one tool. Name it, and leave --all and --json out.';

export const argumentsTwice = (): string =>
  'The arguments were given twice. Use either --args or --args-file.';

export const argumentsNotJson = (where: string, reason: string): string =>
  `The arguments in ${oneLine(where)} are not JSON: ${oneLine(reason)}. Quote them for the shell: --args '{"id": "A-1"}'.`;

export const argumentsNotAnObject = (where: string, got: string): string =>
  `The arguments in ${oneLine(where)} must be a JSON object such as {"id": "A-1"}, got ${got}.`;

export const argumentsUnreadable = (file: string, reason: string): string =>
  `The arguments could not be read from ${quoted(file)}: ${oneLine(reason)}`;

export const writeFailed = (reason: string): string =>
  `Not everything could be written to standard output: ${oneLine(reason)}`;

export const unexpected = (error: unknown): string =>
  `The command failed unexpectedly: ${oneLine(error instanceof Error ? (error.stack ?? error.message) : String(error))}`;

// Calls

export const confirmationNeeded = (): string =>
  'The tool was not run: it asks for confirmation, and there is no terminal to ask on. Run the same command with --yes to confirm.';

export const confirmationDeclined = (): string => 'Not confirmed; the tool was not run.';

export const cancelling = (): string => 'Cancelling the call. Press Ctrl-C again to stop at once.';

// Approvals

export const approvalsInMemory = (): string =>
  'The application keeps approvals in its own memory, where this command, which is another process, cannot see them. Provide a VerificationStore that processes share, or decide in the application itself: over MCP with resolve_verification, or with ApprovalsModule.';

export const undecided = (reason: string): string => oneLine(reason);

// The lock

export const lockMissing = (file: string, write: string): string =>
  `There is no lock file ${quoted(file)}. Write it with "${write}" and commit it.`;

export const lockUnreadable = (file: string, reason: string): string =>
  `The lock file ${quoted(file)} could not be read: ${oneLine(reason)}`;

export const lockCorrupt = (file: string, reason: string, write: string): string =>
  `${quoted(file)} is not a lock file: ${oneLine(reason)}. Restore it from version control, or write it anew with "${write}" and review the difference.`;

export const lockUnwritable = (file: string, reason: string): string =>
  `The lock file ${quoted(file)} could not be written: ${oneLine(reason)}`;

export const lockWritten = (file: string, tools: number): string =>
  `Wrote ${oneLine(file)}: ${counted(tools, 'tool')}.`;

export const lockUpToDate = (file: string, tools: number): string =>
  `${oneLine(file)} is up to date: ${counted(tools, 'tool')}.`;

export const lockDiffers = (file: string, differences: number, loosening: number): string =>
  `${oneLine(file)} does not match the application: ${counted(differences, 'difference')}, ${loosening === 0 ? 'none' : loosening} of them ${loosening === 1 ? 'loosens or may loosen' : 'loosen or may loosen'} policy.`;

export const lockHowToAccept = (write: string): string =>
  `If they are intended, write the lock anew with "${write}" and commit it.`;
