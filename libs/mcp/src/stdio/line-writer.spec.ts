import { PassThrough, Writable } from 'node:stream';
import { LineWriter } from './line-writer.js';
import type { LineSink, WriterFailure } from './line-writer.js';

const LIMITS = { congestedAt: 10, stalledAt: 100 };

function writerOn(
  stream: Writable,
  write: LineSink['write'] = (text, done) => stream.write(text, done),
) {
  const failures: WriterFailure[] = [];
  const writer = new LineWriter({ stream, write }, LIMITS, (failure) => failures.push(failure));
  writer.open();
  return { writer, failures };
}

/** Takes what is written only when told to. */
function slowReader() {
  let taken: (() => void) | undefined;
  const stream = new Writable({
    decodeStrings: false,
    write: (_chunk, _encoding, done) => void (taken = done),
  });
  return { stream, take: () => taken?.() };
}

describe('lines written to a client', () => {
  it('each go out with one write', () => {
    const stream = new PassThrough();
    const { writer } = writerOn(stream);
    const chunks: string[] = [];
    stream.on('data', (chunk) => chunks.push(String(chunk)));
    writer.write('{"a":1}');
    writer.write('{"b":2}');
    stream.end();
    return new Promise<void>((resolve) =>
      stream.on('end', () => {
        expect(chunks).toEqual(['{"a":1}\n', '{"b":2}\n']);
        resolve();
      }),
    );
  });

  it('congest the writer until the client has taken them', async () => {
    const { stream, take } = slowReader();
    const { writer } = writerOn(stream);
    writer.write('x'.repeat(20));
    expect(writer.isCongested).toBe(true);
    const relieved = new Promise<void>((resolve) => writer.onceRelieved(resolve));
    take();
    await relieved;
    expect(writer.isCongested).toBe(false);
  });

  it('are waited for when they are flushed', async () => {
    const { stream, take } = slowReader();
    const { writer } = writerOn(stream);
    writer.write('x');
    let isFlushed = false;
    const flushed = writer.flush(10_000).then(() => (isFlushed = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isFlushed).toBe(false);
    take();
    await flushed;
    await writer.flush(10_000);
  });

  it('are not waited for longer than allowed when the client does not read', async () => {
    const { writer } = writerOn(slowReader().stream);
    writer.write('x');
    const started = performance.now();
    await writer.flush(10);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('fail once, and are dropped from then on', async () => {
    const { stream } = slowReader();
    const { writer, failures } = writerOn(stream);
    writer.write('x'.repeat(200));
    writer.write('y');
    stream.destroy(new Error('EPIPE'));
    await writer.flush(10_000);
    expect(failures).toEqual(['stalled']);
    expect(stream.writableLength).toBe(0);
  });

  it('fail when the stream throws', () => {
    const { writer, failures } = writerOn(new PassThrough(), () => {
      throw new Error('EBADF');
    });
    writer.write('x');
    expect(failures).toEqual(['gone']);
    expect(writer.failure).toBe('gone');
  });
});
