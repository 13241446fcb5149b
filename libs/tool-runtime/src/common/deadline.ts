/** A promise did not settle in time. */
export class DeadlineExceededError extends Error {
  constructor(readonly timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms.`);
    this.name = 'DeadlineExceededError';
  }
}

/**
 * Waits for a promise, but not longer than `timeoutMs` milliseconds. What the promise does afterwards is swallowed.
 * The timer keeps the process alive: somebody is waiting for the answer.
 * @throws DeadlineExceededError (as a rejection) when time is up
 */
export function withinDeadline<T>(pending: PromiseLike<T>, timeoutMs: number): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineExceededError(timeoutMs)), timeoutMs);
    // Promise.resolve contains a thenable whose `then` throws.
    Promise.resolve(pending).then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
