import type { CliSession } from '../cli-session.js';
import type { ExitCode } from '../exit-code.js';
import { StderrLogger } from './stderr.logger.js';
import { openHost } from './tool-host.js';
import type { ToolHost } from './tool-host.js';

/** What every command that opens the application accepts. */
export interface HostFlags {
  readonly live?: boolean;
  readonly verbose?: boolean;
}

/**
 * Opens the application, lets a command work with it and closes it, however the command ends.
 * @throws CliError when it cannot be opened
 */
export async function withHost(
  session: CliSession,
  { live = false, verbose = false }: HostFlags,
  work: (host: ToolHost) => ExitCode | Promise<ExitCode>,
): Promise<ExitCode> {
  const { module, terminal, previewModules } = session;
  const logger = new StderrLogger(terminal, { verbose, preview: !live });
  const host = await openHost(module, { logger, live, previewModules });
  try {
    return await work(host);
  } finally {
    await host.close();
  }
}
