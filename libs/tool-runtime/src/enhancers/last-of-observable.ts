import { isObservable, lastValueFrom } from 'rxjs';
import type { Awaitable } from '../common/awaitable.js';

/** A tool answers once: of an observable that is its last value, as for every other Nest handler. Anything else passes through. */
export function lastOfObservable(value: unknown): Awaitable<unknown> {
  return isObservable(value) ? lastValueFrom(value) : value;
}
