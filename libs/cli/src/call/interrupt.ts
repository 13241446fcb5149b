const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A call that can be cancelled from outside. Dispose of it when the call has ended. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Cancels the call; a second time, the process ends as if nobody had listened. */
  readonly interrupt: () => void;
  readonly dispose: () => void;
}

/**
 * Cancels by the given signal, or by the signals of the process. The first one cancels; after it the process is left to itself, so that the
 * next one stops a tool that does not listen.
 *
 * @param onInterrupt called once, when a signal of the process arrives
 */
export function watchInterrupts(
  given: AbortSignal | undefined,
  onInterrupt: () => void,
): Interruption {
  if (given) return { signal: given, interrupt: () => undefined, dispose: () => undefined };
  const controller = new AbortController();
  const dispose = () => {
    for (const name of SIGNALS) process.removeListener(name, interrupt);
  };
  const interrupt = () => {
    dispose();
    if (controller.signal.aborted) return;
    onInterrupt();
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  return { signal: controller.signal, interrupt, dispose };
}
