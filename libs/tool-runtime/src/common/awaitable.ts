/** A value that may or may not have to be waited for. The runtime awaits only what is a promise, so synchronous paths stay synchronous. */
export type Awaitable<T> = T | PromiseLike<T>;

/** True for anything with a callable `then`; reading a hostile `then` is contained by the callers, which all run inside the pipeline's boundary. */
export function isPromiseLike<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return (
    value !== null &&
    (typeof value === 'object' || typeof value === 'function') &&
    typeof (value as { then?: unknown }).then === 'function'
  );
}

/**
 * Applies `next` now when the value is here, later when it is promised. A thenable that is no promise is taken into one first:
 * its own `then` need not return anything, may throw and may call back twice.
 */
export function settle<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return isPromiseLike(value) ? Promise.resolve(value).then(next) : next(value);
}
