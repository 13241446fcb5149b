import { inspect } from 'node:util';

/** Signals by which clients and terminals ask a server to end. */
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** What can happen to a process that is a server. */
export interface ProcessEvents {
  /** Somebody asks it to end. */
  readonly onSignal: () => void;
  /** Code of the application threw where nobody catches: nothing is certain any more. */
  readonly onFault: () => void;
}

/**
 * Watches the process. The first signal is an event, a second one of the same kind ends the process at once, as signals do by default.
 *
 * A fault is printed to standard error. When the application handles faults itself (`process.on('uncaughtException')`), they are its business.
 *
 * @returns a function that ends the watch
 */
export function watchProcess({ onSignal, onFault }: ProcessEvents): () => void {
  for (const signal of SIGNALS) process.once(signal, onSignal);
  // An unhandled rejection arrives here as well, unless the host has decided otherwise (`node --unhandled-rejections`).
  const report = (fault: unknown) => {
    process.stderr.write(`${inspect(fault)}\n`);
    onFault();
  };
  const isOurs = process.listenerCount('uncaughtException') === 0;
  if (isOurs) process.on('uncaughtException', report);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    process.off('uncaughtException', report);
  };
}
