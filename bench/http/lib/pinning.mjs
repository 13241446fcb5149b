import { execFileSync } from 'node:child_process';
import { CLIENT_CORE } from './server-process.mjs';

/** Keeps this process, which makes the load, off the core of the servers. */
export function pinToClientCore() {
  execFileSync('taskset', ['-acp', CLIENT_CORE, String(process.pid)], { stdio: 'ignore' });
}
