import type { ToolCliOptions, InputStream } from './tool-cli.options.js';
import type { HostModule } from './host/host-module.js';
import type { OutputStream } from './terminal/output-pipe.js';
import type { Terminal } from './terminal/terminal.js';

/** What every command works with. */
export interface CliSession {
  readonly module: HostModule;
  readonly terminal: Terminal;
  readonly stdin: InputStream;
  /** Where questions are put. */
  readonly stderr: OutputStream;
  /** Questions can be asked: both ends are a terminal. */
  readonly isInteractive: boolean;
  /** How messages write the command. */
  readonly name: string;
  readonly cwd: string;
  readonly signal: AbortSignal | undefined;
  readonly previewModules: NonNullable<ToolCliOptions['previewModules']>;
}
