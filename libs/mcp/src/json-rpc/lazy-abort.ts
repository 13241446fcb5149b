/**
 * An AbortController for work that mostly ends before anybody cares: its signal costs nothing until somebody listens to it. A real one costs
 * more than everything else that is done for a short call.
 */
export class LazyAbortController {
  /** A stand-in with every member of an AbortSignal; platform functions such as `fetch` want a real one. */
  readonly signal: AbortSignal;
  private readonly state: LazyAbortSignal;

  constructor() {
    this.state = new LazyAbortSignal();
    this.signal = this.state;
  }

  abort(): void {
    this.state.abort();
  }
}

class LazyAbortSignal implements AbortSignal {
  #controller: AbortController | undefined;
  #aborted = false;

  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#aborted ? this.#real.reason : undefined;
  }

  get onabort(): AbortSignal['onabort'] {
    return this.#controller ? this.#controller.signal.onabort : null;
  }

  set onabort(listener: AbortSignal['onabort']) {
    this.#real.onabort = listener;
  }

  throwIfAborted(): void {
    if (this.#aborted) this.#real.throwIfAborted();
  }

  addEventListener(...args: Parameters<AbortSignal['addEventListener']>): void {
    this.#real.addEventListener(...args);
  }

  removeEventListener(...args: Parameters<AbortSignal['removeEventListener']>): void {
    this.#controller?.signal.removeEventListener(...args);
  }

  dispatchEvent(event: Event): boolean {
    return this.#real.dispatchEvent(event);
  }

  get #real(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort();
    }
    return this.#controller.signal;
  }
}
