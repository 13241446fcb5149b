import { abortCall, waitedForAnswers } from '../context/tool-context.js';
import { CallCancelledError, CallTimeoutError } from './call-interruptions.js';
import type { Invocation } from './invocation.js';

/** How long to wait, and who wants to know what comes too late. */
export interface WaitOptions {
  /** Milliseconds; without it the wait has no deadline of its own. */
  readonly timeoutMs?: number | undefined;
  /** Told how the awaited code ended when nobody waits for it any more. */
  readonly late?: (success: boolean) => void;
}

/**
 * Waits for code that is not the runtime's own: until it settles, time is up, the caller goes away or the application closes.
 * An interrupted wait aborts the signal of the call; whatever the code does afterwards is observed and changes nothing.
 *
 * @throws CallTimeoutError (as a rejection) when time is up
 * @throws CallCancelledError (as a rejection) when the caller has gone or the application closes
 */
export function interruptibleWait<T>(
  invocation: Invocation,
  pending: PromiseLike<T>,
  { timeoutMs, late }: WaitOptions = {},
): Promise<T> {
  const { context, callerSignal } = invocation;
  return new Promise<T>((resolve, reject) => {
    let state: 'waiting' | 'interrupted' | 'settled' = 'waiting';
    let timer: NodeJS.Timeout | undefined;
    const onCallerAbort = () => interrupt(new CallCancelledError());
    const leave = (next: 'interrupted' | 'settled'): boolean => {
      const left = state;
      state = next;
      if (left !== 'waiting') return false;
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', onCallerAbort);
      invocation.interrupt = undefined;
      return true;
    };
    const interrupt = (reason: Error) => {
      if (state !== 'waiting') return;
      leave('interrupted');
      abortCall(context, reason);
      reject(reason);
    };
    const settle = (success: boolean, answer: () => void) => {
      const wasInterrupted = state === 'interrupted';
      if (leave('settled')) answer();
      else if (wasInterrupted) late?.(success);
    };
    let allowed = 0;
    /** The time in which somebody is being asked does not count. */
    const onDeadline = (limit: number) => {
      const { ms, now } = waitedForAnswers(context);
      const more = now ? limit : ms - allowed;
      if (more < 1) return interrupt(new CallTimeoutError(limit));
      if (!now) allowed = ms;
      timer = setTimeout(() => onDeadline(limit), Math.ceil(more));
    };
    invocation.interrupt = interrupt;
    callerSignal?.addEventListener('abort', onCallerAbort, { once: true });
    if (timeoutMs !== undefined) timer = setTimeout(() => onDeadline(timeoutMs), timeoutMs);
    // The awaited code may itself have sent the caller away before it returned; nothing announces that any more.
    if (callerSignal?.aborted) onCallerAbort();
    Promise.resolve(pending).then(
      (value) => settle(true, () => resolve(value)),
      (error: unknown) => settle(false, () => reject(error)),
    );
  });
}
