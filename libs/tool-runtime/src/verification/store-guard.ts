import { isPromiseLike } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';

/** Asks a store; whatever it throws or rejects with goes to `failed`, which throws in its place. */
export function guarded<T>(
  ask: () => Awaitable<T>,
  failed: (cause: unknown) => never,
): Awaitable<T> {
  try {
    const answer = ask();
    return isPromiseLike(answer) ? Promise.resolve(answer).then(undefined, failed) : answer;
  } catch (cause) {
    return failed(cause);
  }
}
