import type { IncomingMessage } from 'node:http';
import type { Awaitable } from '@toolgate/tool-runtime';

/** What became of reading a body. `aborted`: the sender went away before the end, and nobody waits for an answer. */
export type BodyReading = Buffer | 'too_large' | 'aborted';

/** Bytes of a refused body that are still taken off the wire, so that its sender gets to read the refusal; beyond, the connection is cut. */
const LINGER_BYTES = 16 * 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/**
 * Reads a whole body, whatever length it announces. Most are there already: Node.js takes a short message off the wire in one piece, headers and body, and the guards of
 * the route run only after that.
 * @param maxBytes a body that is longer, or says so, is refused; the rest of it is discarded
 */
export function readBody(request: IncomingMessage, maxBytes: number): Awaitable<BodyReading> {
  const announced = Number(request.headers['content-length']);
  if (announced > maxBytes) {
    discard(request);
    return 'too_large';
  }
  // Whatever has been read to its end cannot be read again, and would never say so.
  if (request.readableEnded) return NOTHING;
  if (request.destroyed) return 'aborted';
  return isThere(request) ? takeAll(request, maxBytes) : gather(request, maxBytes);
}

/** HTTP/2 also calls a request complete whose sender has gone away. */
function isThere({ complete, httpVersionMajor }: IncomingMessage): boolean {
  return complete && httpVersionMajor === 1;
}

function takeAll(request: IncomingMessage, maxBytes: number): BodyReading {
  const body = (request.read() as Buffer | null) ?? NOTHING;
  return body.length > maxBytes ? 'too_large' : body;
}

/** Its listeners stay, since they end with the request: taking them off costs as much as putting them on. */
function gather(request: IncomingMessage, maxBytes: number): Promise<BodyReading> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) return chunks.push(chunk);
      chunks.length = 0;
      resolve('too_large');
      if (length - maxBytes > LINGER_BYTES) request.destroy();
    });
    request.on('end', () => resolve(joined(chunks, length)));
    request.on('close', () => resolve('aborted'));
    // An aborted upload emits `error` before `close`; unheard, it would end the process.
    request.on('error', ignore);
  });
}

function joined(chunks: readonly Buffer[], length: number): Buffer {
  const [only = NOTHING] = chunks;
  return chunks.length > 1 ? Buffer.concat(chunks, length) : only;
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
