import { isPromiseLike } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import { StoreUnavailableError } from './call-interruptions.js';

/**
 * Asks a store that is needed to decide about a call. Whatever it throws or rejects with means that nobody can decide, so the
 * call fails closed as UNAVAILABLE.
 * @param name what is asked, for `reason_code`: `confirmation_store`, `rate_limiter`
 */
export function askStore<T>(name: string, ask: () => Awaitable<T>): Awaitable<T> {
  const unavailable = (cause: unknown): never => {
    throw new StoreUnavailableError(name, { cause });
  };
  try {
    const answer = ask();
    return isPromiseLike(answer) ? Promise.resolve(answer).then(undefined, unavailable) : answer;
  } catch (cause) {
    return unavailable(cause);
  }
}
