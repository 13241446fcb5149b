import { setTimeout } from 'node:timers/promises';
import type { StdioConnection } from './stdio-connection.js';

/** Lets a connection finish its calls. @param hurry ends the patience early */
export async function drainWithin(
  connection: StdioConnection,
  timeoutMs: number,
  hurry?: AbortSignal,
): Promise<void> {
  const drained = new AbortController();
  const signal = hurry ? AbortSignal.any([drained.signal, hurry]) : drained.signal;
  // Ends early by an abort, which is no failure.
  const patience = setTimeout(timeoutMs, undefined, { signal }).catch(() => undefined);
  await connection.drain(patience);
  drained.abort();
}
