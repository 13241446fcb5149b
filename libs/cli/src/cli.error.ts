import type { ExitCode } from './exit-code.js';

/** Ends a command with a message for the person at the terminal. */
export class CliError extends Error {
  /** @param message what happened and what to do; several lines are fine */
  constructor(
    readonly exitCode: ExitCode,
    message: string,
  ) {
    super(message);
    this.name = 'CliError';
  }
}
