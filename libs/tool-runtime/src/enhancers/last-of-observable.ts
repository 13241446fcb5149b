import { Observable, defaultIfEmpty, isObservable, lastValueFrom } from 'rxjs';
import type { NestInterceptor } from '@nestjs/common';
import type { Awaitable } from '../common/awaitable.js';
import { settle } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';

/**
 * A tool answers once: of an observable that is its last value, as for every other Nest handler, or `null` when there is none.
 * Anything else passes through. Once the call has been given up, the observable is let go.
 */
export function lastOfObservable(returned: unknown, context: ToolContext): Awaitable<unknown> {
  return settle(returned, (value) => lastOf(value, context));
}

/** The same around interceptors, whose observables Nest consumes itself. */
export const endsWithCall: NestInterceptor = {
  intercept: (host, next) =>
    untilAborted(next.handle(), host.getArgByIndex<ToolContext>(0)).pipe(defaultIfEmpty(null)),
};

function lastOf(value: unknown, context: ToolContext): Awaitable<unknown> {
  return isObservable(value)
    ? lastValueFrom(untilAborted(value, context), { defaultValue: null })
    : value;
}

/** Unsubscribes when the signal of the call aborts: a source that nobody listens to must not go on for ever. */
function untilAborted<T>(source: Observable<T>, { signal }: ToolContext): Observable<T> {
  return new Observable((subscriber) => {
    const stop = () => subscriber.error(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    subscriber.add(() => signal.removeEventListener('abort', stop));
    subscriber.add(source.subscribe(subscriber));
  });
}
