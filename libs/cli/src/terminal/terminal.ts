import { createPaint, wantsColour } from './colours.js';
import type { Environment, Paint } from './colours.js';
import { OutputPipe } from './output-pipe.js';
import type { OutputStream } from './output-pipe.js';
import { jsonText } from './safe-text.js';

const ERASE_LINE = '\r\u001b[2K';

/** Where a command writes: what was asked for to standard output, everything else to standard error. */
export class Terminal {
  /** Styles for what goes to standard output. */
  readonly paint: Paint;
  /** Styles for what goes to standard error. */
  readonly notePaint: Paint;
  /** Whether the answer is in colour. */
  readonly isColoured: boolean;
  private readonly out: OutputPipe;
  private readonly notes: OutputPipe;
  private isStatusShown = false;

  constructor(
    stdout: OutputStream,
    private readonly stderr: OutputStream,
    environment: Environment,
  ) {
    this.out = new OutputPipe(stdout);
    this.notes = new OutputPipe(stderr);
    this.isColoured = wantsColour(stdout, environment);
    this.paint = createPaint(this.isColoured);
    this.notePaint = createPaint(wantsColour(stderr, environment));
  }

  /** Lines of the answer. Text that others wrote must have been made safe. */
  print(text: string): void {
    this.out.write(`${text}\n`);
  }

  /** The answer as JSON. */
  printJson(value: unknown): void {
    this.print(jsonText(value));
  }

  /** Lines beside the answer. */
  note(text: string): void {
    this.clearStatus();
    this.notes.write(`${text}\n`);
  }

  /** A line that the next one replaces; where nothing can be replaced, lines that follow each other. */
  status(line: string): void {
    if (this.stderr.isTTY !== true) return this.note(line);
    this.notes.write(`${ERASE_LINE}${line}`);
    this.isStatusShown = true;
  }

  /** Writes a text to one of the streams as it is. */
  raw(target: 'stdout' | 'stderr', text: string): void {
    (target === 'stdout' ? this.out : this.notes).write(text);
  }

  /** Waits until everything has been written. @returns why the answer is incomplete, if it is */
  async finish(): Promise<Error | undefined> {
    this.clearStatus();
    await Promise.all([this.out.finish(), this.notes.finish()]);
    return this.out.failure;
  }

  /** Finishes and lets go of both streams. */
  async close(): Promise<void> {
    await this.finish();
    this.out.close();
    this.notes.close();
  }

  private clearStatus(): void {
    if (!this.isStatusShown) return;
    this.notes.write(ERASE_LINE);
    this.isStatusShown = false;
  }
}
