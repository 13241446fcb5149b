import type { IncomingMessage } from 'node:http';

/** What became of reading a body. `aborted`: the sender went away before the end, and nobody waits for an answer. */
export type BodyReading = Buffer | 'too_large' | 'aborted';

/** Bytes of a refused body that are still taken off the wire, so that its sender gets to read the refusal; beyond, the connection is cut. */
const LINGER_BYTES = 16 * 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/**
 * Reads a whole body, whatever length it announces.
 * @param maxBytes a body that is longer, or says so, is refused; the rest of it is discarded
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<BodyReading> {
  const announced = Number(request.headers['content-length']);
  if (announced > maxBytes) {
    discard(request);
    return Promise.resolve('too_large');
  }
  // Whatever has been read to its end cannot be read again, and would never say so.
  if (request.readableEnded) return Promise.resolve(NOTHING);
  if (request.destroyed) return Promise.resolve('aborted');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (reading: BodyReading) => {
      request.off('data', take).off('end', end).off('close', gone);
      resolve(reading);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else {
        settle('too_large');
        discard(request);
      }
    };
    const end = () =>
      settle(chunks.length === 1 ? (chunks[0] ?? NOTHING) : Buffer.concat(chunks, length));
    const gone = () => settle('aborted');
    request.on('data', take).on('end', end).on('close', gone);
    // An aborted upload emits `error` before `close`; unheard, it would end the process.
    request.on('error', ignore);
  });
}

function discard(request: IncomingMessage): void {
  let left = LINGER_BYTES;
  request.on('error', ignore);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
}

function ignore(): void {
  // `close` follows and says what is to be said.
}
