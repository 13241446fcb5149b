/** One line of input, without its line break. */
export type InputLine =
  | { readonly kind: 'message'; readonly bytes: Buffer }
  /** Told once per line, as soon as the line has outgrown the limit; the rest of it is skipped. */
  | { readonly kind: 'too_long' };

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const TAB = 0x09;
const SPACE = 0x20;
const SMALLEST_CAPACITY = 64 * 1024;

/**
 * Cuts a stream of bytes into lines, at `\n` alone; a `\r` before it and lines of nothing but white space are dropped.
 *
 * Works on bytes, because a chunk may end inside a character. Every byte is looked at once and copied a bounded number of times, however a
 * line is cut into chunks; no more than `maxLineBytes` of an unfinished line are kept, so a line without an end costs no more than the limit.
 *
 * Push one chunk, then take lines until there are none.
 */
export class LineReader {
  /** What has come of a line that is not finished: the first `held` bytes. */
  private held = 0;
  private store: Buffer | undefined;
  private chunk: Buffer | undefined;
  private offset = 0;
  private skipping = false;

  constructor(private readonly maxLineBytes: number) {}

  /** Only after {@link next} has returned undefined. The chunk is read in place. */
  push(chunk: Buffer): void {
    this.chunk = chunk;
    this.offset = 0;
  }

  /** The next line, or undefined when another chunk is needed. Its bytes may share memory with the chunk. */
  next(): InputLine | undefined {
    while (this.chunk) {
      const end = this.chunk.indexOf(LINE_FEED, this.offset);
      if (end === -1) return this.keepRest(this.chunk);
      const part = this.chunk.subarray(this.offset, end);
      this.offset = end + 1;
      if (this.skipping) {
        this.skipping = false;
        continue;
      }
      if (this.held + part.length > this.maxLineBytes) {
        this.forget();
        return { kind: 'too_long' };
      }
      const line = trimmed(this.completed(part));
      if (line) return { kind: 'message', bytes: line };
    }
    return undefined;
  }

  /** What stands after the last line break, once no more chunks will come. */
  last(): InputLine | undefined {
    const line = this.skipping ? undefined : trimmed(this.completed(Buffer.alloc(0)));
    return line && { kind: 'message', bytes: line };
  }

  private keepRest(chunk: Buffer): InputLine | undefined {
    const rest = chunk.subarray(this.offset);
    this.chunk = undefined;
    if (this.skipping) return undefined;
    if (this.held + rest.length > this.maxLineBytes) {
      this.forget();
      this.skipping = true;
      return { kind: 'too_long' };
    }
    this.append(rest);
    return undefined;
  }

  private completed(part: Buffer): Buffer {
    if (this.held === 0) return part;
    this.append(part);
    const line = this.store!.subarray(0, this.held);
    this.forget();
    return line;
  }

  private append(part: Buffer): void {
    if (part.length === 0) return;
    const size = this.held + part.length;
    if (!this.store || this.store.length < size) {
      // Doubling keeps the copying linear when a line trickles in.
      const capacity = Math.min(
        Math.max(size, 2 * this.held, SMALLEST_CAPACITY),
        Math.max(size, this.maxLineBytes),
      );
      const larger = Buffer.allocUnsafeSlow(capacity);
      this.store?.copy(larger, 0, 0, this.held);
      this.store = larger;
    }
    part.copy(this.store, this.held);
    this.held = size;
  }

  private forget(): void {
    this.store = undefined;
    this.held = 0;
  }
}

/** Undefined for a blank line. */
function trimmed(line: Buffer): Buffer | undefined {
  const end = line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length;
  for (let at = 0; at < end; at++) {
    const byte = line[at];
    if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN)
      return end === line.length ? line : line.subarray(0, end);
  }
  return undefined;
}
