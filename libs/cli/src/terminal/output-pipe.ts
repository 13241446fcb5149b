import { setImmediate } from 'node:timers/promises';

/** A stream to write to, which may be a terminal. */
export type OutputStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

/**
 * Writes to a stream that may go away: whoever pipes into `head` has read enough, and that is no failure. Any other fault of the stream is
 * kept for the end, because the reader did not get what was asked for.
 */
export class OutputPipe {
  private watched = false;
  private broken = false;
  private fault: Error | undefined;
  private lastWrite: Promise<void> = Promise.resolve();
  private readonly onError = (error: NodeJS.ErrnoException) => {
    this.broken = true;
    if (error.code !== 'EPIPE') this.fault ??= error;
  };

  constructor(private readonly stream: OutputStream) {}

  /** Why not everything could be written, if the reader is not the reason. */
  get failure(): Error | undefined {
    return this.fault;
  }

  write(text: string): void {
    if (this.broken || text === '') return;
    this.watch();
    this.lastWrite = new Promise((resolve) => {
      this.stream.write(text, () => resolve());
    });
  }

  /** Waits until everything has been written, or could not be. */
  async finish(): Promise<void> {
    await this.lastWrite;
    // A stream tells its writer first and emits the error afterwards.
    await setImmediate();
  }

  /** Lets go of the stream. */
  close(): void {
    this.stream.removeListener('error', this.onError);
    this.watched = false;
  }

  private watch(): void {
    if (this.watched) return;
    this.stream.on('error', this.onError);
    this.watched = true;
  }
}
