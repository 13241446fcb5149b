/** What a command ends with. Scripts depend on these numbers. */
export const ExitCode = {
  ok: 0,
  /** The call failed, the check found differences, or the application could not be started. */
  failed: 1,
  /** The command line is wrong: nothing was started. */
  usage: 2,
  unknownTool: 3,
  /** `inspect --check`: the caller would be refused. */
  denied: 4,
  /** `call`: the tool waits for a confirmation that nobody gave. */
  unconfirmed: 5,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
