import fc from 'fast-check';
import { LineReader } from './line-reader.js';

const LIMIT = 32;

/** What a reader makes of the chunks: the text of a message, or `too long`. */
function read(chunks: readonly Uint8Array[], limit = LIMIT): string[] {
  const reader = new LineReader(limit);
  const lines: string[] = [];
  const take = (line: ReturnType<LineReader['next']>) =>
    line && lines.push(line.kind === 'message' ? line.bytes.toString('latin1') : 'too long');
  for (const chunk of chunks) {
    reader.push(Buffer.from(chunk));
    for (let line = reader.next(); line; line = reader.next()) take(line);
  }
  take(reader.last());
  return lines;
}

/** The same by splitting a text that is there as a whole. */
function expected(bytes: Uint8Array): string[] {
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  return lines.flatMap((line) => {
    if (line.length > LIMIT) return ['too long'];
    return /^[ \t\r]*$/.test(line) ? [] : [line.replace(/\r$/, '')];
  });
}

/** Bytes with many line breaks, blanks and lines around the limit. */
const input = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: LIMIT + 4 }),
      fc.constantFrom(
        ...['\n', '\r\n', ' \t\n', '\n\n', '{}\n', 'é\n'].map((text) => Buffer.from(text)),
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => new Uint8Array(Buffer.concat(parts)));

function cut(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const places = [...at.map((place) => place % (bytes.length + 1)), 0, bytes.length].sort(
    (a, b) => a - b,
  );
  return places.slice(1).map((place, index) => bytes.subarray(places[index], place));
}

describe('lines read from a stream', () => {
  it('are the same however the stream is cut into chunks', () => {
    fc.assert(
      fc.property(input, fc.array(fc.nat(), { maxLength: 20 }), (bytes, places) => {
        expect(read(cut(bytes, places))).toEqual(expected(bytes));
      }),
    );
  });

  it('are the same when every byte comes alone', () => {
    fc.assert(
      fc.property(input, (bytes) => {
        expect(read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected(bytes));
      }),
    );
  });

  it('end with the input when the last one has no line break', () => {
    expect(read([Buffer.from('{"a":1}\n{"b"'), Buffer.from(':2}')])).toEqual([
      '{"a":1}',
      '{"b":2}',
    ]);
  });

  it('may be as long as the limit, and no longer', () => {
    const [fits, exceeds] = ['x'.repeat(LIMIT), 'x'.repeat(LIMIT + 1)];
    expect(read([Buffer.from(`${fits}\n${exceeds}\nnext\n`)])).toEqual([fits, 'too long', 'next']);
    expect(read([Buffer.from(`${exceeds}\n${fits}`)])).toEqual(['too long', fits]);
  });

  it('are given up as soon as they are too long, not when they end', () => {
    const reader = new LineReader(LIMIT);
    reader.push(Buffer.alloc(LIMIT + 1, 'x'));
    expect(reader.next()).toEqual({ kind: 'too_long' });
    reader.push(Buffer.alloc(1_000, 'x'));
    expect(reader.next()).toBeUndefined();
    reader.push(Buffer.from('x\n{}\n'));
    expect(reader.next()).toEqual({ kind: 'message', bytes: Buffer.from('{}') });
  });

  it('that are long cost no more than the limit to keep', () => {
    const limit = 1024 * 1024;
    const reader = new LineReader(limit);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const before = process.memoryUsage().arrayBuffers;
    for (let fed = 0; fed < 100 * limit; fed += chunk.length) {
      reader.push(chunk);
      while (reader.next());
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * limit);
  });

  it('of 8 MiB in small chunks take linear time', () => {
    const size = 8 * 1024 * 1024;
    const reader = new LineReader(size);
    const chunk = Buffer.alloc(1024, 'x');
    const started = performance.now();
    for (let fed = 0; fed < size; fed += chunk.length) {
      reader.push(chunk);
      reader.next();
    }
    reader.push(Buffer.from('\n{}\n'));
    const long = reader.next();
    expect(long?.kind === 'message' && long.bytes.length).toBe(size);
    expect(reader.next()).toEqual({ kind: 'message', bytes: Buffer.from('{}') });
    // Copying what is there for every chunk would move 32 GiB.
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
