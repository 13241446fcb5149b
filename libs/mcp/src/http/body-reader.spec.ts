import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import fc from 'fast-check';
import { readBody } from './body-reader.js';
import type { BodyReading } from './body-reader.js';

const MAX = 64;

describe('reading a body', () => {
  let server: Server;
  let socket: Socket;
  let reading: Promise<BodyReading>;

  beforeEach(async () => {
    reading = new Promise((resolve) => {
      server = createServer((request: IncomingMessage, response: ServerResponse) => {
        void Promise.resolve(readBody(request, MAX)).then((body) => {
          response.end(String(body));
          resolve(body);
        });
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
  });

  afterEach(() => {
    socket.destroy();
    server.close();
  });

  const post = (headers: string, body = '') =>
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n${body}`);

  it('gives the bytes as they were sent', async () => {
    post('Content-Length: 5', 'h\u0000llo');
    expect(await reading).toEqual(Buffer.from('h\u0000llo'));
  });

  it('gives nothing for no body', async () => {
    post('Content-Length: 0');
    expect(await reading).toEqual(Buffer.alloc(0));
  });

  it('joins what comes in pieces', async () => {
    post('Transfer-Encoding: chunked', '2\r\nab\r\n');
    socket.write('3\r\ncde\r\n0\r\n\r\n');
    expect(await reading).toEqual(Buffer.from('abcde'));
  });

  it('takes a body that is exactly as long as it may be', async () => {
    post(`Content-Length: ${MAX}`, 'x'.repeat(MAX));
    expect(await reading).toHaveLength(MAX);
  });

  it('does not wait for a body that says it is too long', async () => {
    post('Content-Length: 1000000000');
    expect(await reading).toBe('too_large');
  });

  it('stops at the limit when nothing was said about the length', async () => {
    post('Transfer-Encoding: chunked', `64\r\n${'x'.repeat(100)}\r\n`);
    expect(await reading).toBe('too_large');
  });

  it('ends when the sender goes away in the middle', async () => {
    post('Content-Length: 10', 'abc');
    await once(server, 'request').catch(() => undefined);
    socket.destroy();
    expect(await reading).toBe('aborted');
  });
});

describe('a body that is there before anybody asks for it', () => {
  const LONG = 100_000;
  let port: number;
  let server: Server;
  const readings: unknown[] = [];

  beforeEach(async () => {
    readings.length = 0;
    server = createServer((request: IncomingMessage, response: ServerResponse) => {
      const whenComplete = () => {
        if (!request.complete) return void setImmediate(whenComplete);
        const reading = readBody(request, LONG);
        readings.push(reading);
        response.end(typeof reading === 'string' ? reading : 'read');
      };
      whenComplete();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });

  afterEach(() => void server.close());

  const send = async (...bodies: string[]) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const body of bodies) {
      const outgoing = request({ port, host: '127.0.0.1', method: 'POST', agent });
      outgoing.end(body);
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      for await (const _chunk of response);
    }
    agent.destroy();
  };

  it('is read without waiting, and so is the next one on the connection', async () => {
    await send('first', 'second');
    expect(readings).toEqual([Buffer.from('first'), Buffer.from('second')]);
  });

  it('may be empty', async () => {
    await send('', 'next');
    expect(readings).toEqual([Buffer.alloc(0), Buffer.from('next')]);
  });

  it('is as long as it may be, though its announcement is missing', async () => {
    const piece = 'x'.repeat(4_000);
    const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`;
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(3)}0\r\n\r\n`,
    );
    socket.resume();
    await once(socket, 'close');
    expect(readings).toEqual([Buffer.from(piece.repeat(3))]);
  });
});

describe('a body that goes on although it is too long', () => {
  it('is taken off the wire for a while, then its connection is cut', async () => {
    const server = createServer((request: IncomingMessage) => {
      void readBody(request, MAX);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    const sendOn = () => {
      if (!socket.destroyed) socket.write(chunk, sendOn);
    };
    sendOn();
    await new Promise((resolve) => void socket.once('close', resolve));
    expect(socket.bytesWritten).toBeGreaterThan(16 * 1024 * 1024);
    server.close();
  });
});

describe('whatever the pieces are', () => {
  it('the whole is the same', async () => {
    const { PassThrough } = await import('node:stream');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 9 }), { maxLength: 9 }),
        async (pieces) => {
          const stream = Object.assign(new PassThrough(), { headers: {} });
          const whole = readBody(stream as unknown as IncomingMessage, 1000);
          for (const piece of pieces) stream.write(piece);
          stream.end();
          expect(await whole).toEqual(Buffer.concat(pieces));
        },
      ),
      { numRuns: 50 },
    );
  });
});
