export { runToolCli } from './tool-cli.js';
export type { InputStream, ToolCliOptions } from './tool-cli.options.js';
export type { OutputStream } from './terminal/output-pipe.js';
export { ExitCode } from './exit-code.js';
export type { HostModule } from './host/host-module.js';

// The lock, for checks of the host's own
export type { LockedRuntime, LockedTool, ToolLock } from './lock/tool-lock.js';
export { parseLock } from './lock/lock.parser.js';
export { diffLocks, isLoosening } from './lock/lock.diff.js';
export type { DifferenceEffect, LockDifference } from './lock/lock-difference.js';
export type { AccessByChannel, AccessVerdict, ToolAccess } from './access/tool-access.js';
