import { Descriptor } from './descriptor-guard.js';

const { STDIN, STDOUT, STDERR } = Descriptor;

/**
 * The `stdio` option of a child process that leaves the protocol alone: nothing of the child's ends up on standard output, and it takes no
 * message from standard input.
 */
export function divertedStdio(stdio: unknown): unknown {
  if (stdio === 'inherit') return ['ignore', STDERR, STDERR];
  if (!Array.isArray(stdio)) return stdio;
  return stdio.map((entry: unknown, index) => diverted(entry === 'inherit' ? index : entry));
}

function diverted(entry: unknown): unknown {
  if (entry === STDIN || entry === process.stdin) return 'ignore';
  if (entry === STDOUT || entry === process.stdout) return STDERR;
  return entry;
}
