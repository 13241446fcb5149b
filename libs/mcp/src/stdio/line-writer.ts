import type { Writable } from 'node:stream';

/** Why nothing can be written any more. */
export type WriterFailure =
  /** The reader has gone. */
  | 'gone'
  /** The reader takes nothing, and too much waits for it. */
  | 'stalled';

/** Where lines go. */
export interface LineSink {
  readonly stream: Writable;
  /** Writes to the stream, past whoever guards it. */
  readonly write: (text: string, done: (error?: Error | null) => void) => unknown;
}

/** What a {@link LineWriter} may hold back for its reader, UTF-16 code units. */
export interface LineWriterLimits {
  /** More than this waits: the writer is {@link LineWriter.isCongested}. */
  readonly congestedAt: number;
  /** More than this waits: the reader has stopped reading. */
  readonly stalledAt: number;
}

/**
 * Writes whole lines, each with one write, in the order given. What the reader has not taken yet waits in the stream; how much that is, is
 * counted here, so that nobody produces for a reader who does not read.
 */
export class LineWriter {
  private waiting = 0;
  private failed: WriterFailure | undefined;
  private relieved: (() => void) | undefined;
  private readonly flushed = new Set<() => void>();
  private readonly onGone = () => this.fail('gone');

  /** @param onFailure told once, when nothing can be written any more */
  constructor(
    private readonly sink: LineSink,
    private readonly limits: LineWriterLimits,
    private readonly onFailure: (failure: WriterFailure) => void,
  ) {}

  /** Begins to watch the stream. */
  open(): void {
    // Stays for good: a broken pipe may be reported long after the last line, and nobody else listens.
    this.sink.stream.on('error', this.onGone);
    this.sink.stream.once('close', this.onGone);
  }

  get isCongested(): boolean {
    return this.waiting > this.limits.congestedAt;
  }

  get failure(): WriterFailure | undefined {
    return this.failed;
  }

  /** Does nothing once writing has failed. @param line JSON on one line, without the line break */
  write(line: string): void {
    if (this.failed) return;
    const text = `${line}\n`;
    this.waiting += text.length;
    if (this.waiting > this.limits.stalledAt) return this.fail('stalled');
    try {
      this.sink.write(text, (error) => this.written(text.length, error));
    } catch {
      this.fail('gone');
    }
  }

  /** Calls back once when the writer is no longer congested, or can write no more. Only one waits at a time. */
  onceRelieved(callback: () => void): void {
    this.relieved = callback;
  }

  /** Waits until everything written has left the process, or cannot, but not for ever: the reader may have stopped reading. */
  async flush(timeoutMs: number): Promise<void> {
    if (this.failed || this.waiting === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.flushed.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private written(length: number, error: Error | null | undefined): void {
    if (error) return this.fail('gone');
    this.waiting -= length;
    if (!this.isCongested) this.relieve();
    if (this.waiting === 0) this.settleFlushes();
  }

  private fail(failure: WriterFailure): void {
    if (this.failed) return;
    this.failed = failure;
    this.onFailure(failure);
    this.relieve();
    this.settleFlushes();
  }

  private relieve(): void {
    const { relieved } = this;
    this.relieved = undefined;
    relieved?.();
  }

  private settleFlushes(): void {
    for (const resolve of this.flushed) resolve();
    this.flushed.clear();
  }
}
