/** The call outlived its deadline. */
export class CallTimeoutError extends Error {
  constructor(readonly timeoutMs: number) {
    super(`The call took longer than ${timeoutMs} ms.`);
    this.name = 'CallTimeoutError';
  }
}

/** The caller went away, or the application is shutting down. */
export class CallCancelledError extends Error {
  constructor(readonly reasonCode: 'caller' | 'shutdown' = 'caller') {
    super(
      reasonCode === 'caller' ? 'The caller cancelled the call.' : 'The server is shutting down.',
    );
    this.name = 'CallCancelledError';
  }
}

/** A store that is needed to decide does not answer; the call fails closed. */
export class StoreUnavailableError extends Error {
  constructor(
    /** What is down: `confirmation_store`, `rate_limiter`. */
    readonly reasonCode: string,
    options?: { readonly cause?: unknown },
  ) {
    super('A service needed to decide about this call is not available.', options);
    this.name = 'StoreUnavailableError';
  }
}
