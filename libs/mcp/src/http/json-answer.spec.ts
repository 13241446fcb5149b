import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeJson } from './json-answer.js';

async function answerTo(method: string, json: string) {
  const finished: string[] = [];
  const server = createServer((_request, response) => {
    response.on('finish', () => finished.push('finish'));
    writeJson(response, 201, json, { 'X-More': 'more' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const outgoing = request({ host: '127.0.0.1', port, method, agent: false });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  server.close();
  await once(server, 'close');
  return { response, bytes: Buffer.concat(chunks), finished };
}

describe('an answer in JSON', () => {
  it.each([
    '{"plain":"ascii"}',
    '{"latin":"é"}',
    '{"other":"日本 🎉"}',
    `"${'long '.repeat(50_000)}"`,
  ])('arrives as it was written, with its length in bytes: %.20s', async (json) => {
    const { response, bytes, finished } = await answerTo('POST', json);
    expect(response.statusCode).toBe(201);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(json)),
      'x-more': 'more',
    });
    expect(bytes.toString('utf8')).toBe(json);
    expect(finished).toEqual(['finish']);
  });

  it('has no body where the method allows none', async () => {
    const { response, bytes } = await answerTo('HEAD', '{"a":1}');
    expect(response.headers['content-length']).toBe('7');
    expect(bytes).toHaveLength(0);
  });
});
