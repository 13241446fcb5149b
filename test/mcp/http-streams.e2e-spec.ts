import { once } from 'node:events';
import { connect } from 'node:net';
import { ADAPTERS, CALLS, legacy, startServer } from './mcp-server.fixture.js';
import type { RunningServer } from './mcp-server.fixture.js';

const BOTH = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const KEEP_ALIVE_MS = 20;
const ERAS = ['legacy', 'modern'] as const;

describe.each(ADAPTERS)('an answer that takes time on $platform', (platform) => {
  let server: RunningServer;
  beforeEach(async () => {
    server = await startServer(platform, { http: { keepAliveMs: KEEP_ALIVE_MS } });
  });
  afterEach(() => server.app.close());

  /** A call that wants to hear how it is going. */
  const working = (era: (typeof ERAS)[number]) => {
    const [message, headers] = CALLS[era]('work');
    const { params } = message as unknown as { params: { _meta?: object } };
    params._meta = { ...params._meta, progressToken: 'p' };
    return [message, headers] as const;
  };
  const open = (message: object, headers: object = {}) =>
    server.client.open('POST', '/mcp', { ...BOTH, ...headers }, message);
  const eventually = async (said: string) => {
    while (!server.tools.waited.includes(said))
      await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it.each(ERAS)('becomes a stream with the first news for a %s client', async (era) => {
    const answer = await open(...working(era));
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(answer.headers['content-length']).toBeUndefined();
    await answer.ended;
    const events = answer
      .text()
      .split('\n\n')
      .filter((part) => part.startsWith('event:'));
    expect(events.map((event) => JSON.parse(event.replace('event: message\ndata: ', '')))).toEqual([
      expect.objectContaining({
        method: 'notifications/progress',
        params: expect.objectContaining({ progressToken: 'p', progress: 1 }),
      }),
      expect.objectContaining({
        method: 'notifications/progress',
        params: expect.objectContaining({ progressToken: 'p', progress: 2 }),
      }),
      expect.objectContaining({
        id: 1,
        result: expect.objectContaining({ content: [{ type: 'text', text: 'worked' }] }),
      }),
    ]);
    // Nothing to resume by: what has been missed is not kept.
    expect(answer.text()).not.toMatch(/^id:/m);
  });

  it('stays JSON without the news for a client that takes nothing else', async () => {
    const [message, headers] = working('legacy');
    const answer = await server.client.post(message, { ...headers, accept: 'application/json' });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.json().result).toMatchObject({ content: [{ text: 'worked' }] });
  });

  it('is kept open by comments while nothing happens', async () => {
    const answer = await open(...working('legacy'));
    await answer.until(': ping\n\n');
    await answer.ended;
    expect(answer.text()).toContain('worked');
  });

  it('is cancelled when a modern client goes away', async () => {
    const [message, headers] = CALLS.modern('wait', { name: 'a' });
    const sent = server.client.raw(postText(message, headers));
    await eventually('a began');
    server.app.getHttpServer().closeAllConnections();
    await eventually('a was cancelled');
    expect(await sent).toBe('');
  });

  it('goes on when a legacy client goes away', async () => {
    const sent = server.client.raw(postText(...CALLS.legacy('wait', { name: 'b' })));
    await eventually('b began');
    server.app.getHttpServer().closeAllConnections();
    await sent;
    server.tools.release('b');
    await eventually('b finished');
  });

  it('is cancelled by its own legacy client, and nobody else', async () => {
    const [call] = CALLS.legacy('wait', { name: 'c' }, 'c-1');
    const answer = server.client.post(call, { 'user-agent': 'one' });
    await eventually('c began');
    const cancel = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'c-1' },
    };
    expect((await server.client.post(cancel, { 'user-agent': 'other' })).status).toBe(202);
    expect((await server.client.post(cancel, { 'user-agent': 'one' })).status).toBe(202);
    await eventually('c was cancelled');
    expect(await answer).toMatchObject({ status: 202, text: '' });
  });

  it('does not fill the memory for a client that does not read', async () => {
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.pause();
    socket.write(postText(...CALLS.legacy('chatter')));
    let finished = false;
    void server.client.post(legacy('ping')).then(() => (finished = true));
    while (!finished) await new Promise((resolve) => setTimeout(resolve, 5));
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
    socket.resume();
    await once(socket, 'close');
    expect(received.length).toBeLessThan(3_000_000);
    expect(received).toContain('said');
  });

  it('can be one of many at once under one id, each for its own caller', async () => {
    const calls = Array.from({ length: 40 }, async (_, index) => {
      const [message] = CALLS.legacy('echo', { text: `n${index}` });
      const answer = await server.client.post(message);
      return (answer.json().result as { content: [{ text: string }] }).content[0].text;
    });
    expect(await Promise.all(calls)).toEqual(calls.map((_, index) => `Echo: n${index}`));
  });
});

describe.each(ADAPTERS)('shutting down on $platform', (platform) => {
  it('waits for an answer that is on its way and refuses new ones', async () => {
    const server = await startServer(platform);
    const answer = server.client.post(CALLS.legacy('wait', { name: 'a' })[0]);
    while (!server.tools.waited.includes('a began'))
      await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = server.app.close();
    await new Promise((resolve) => setImmediate(resolve));
    const late = await server.client.post(legacy('ping'));
    expect([late.status, late.headers['retry-after']]).toEqual([503, '5']);
    server.tools.release('a');
    expect((await answer).json().result).toMatchObject({ content: [{ text: 'waited' }] });
    await closed;
  });

  it('does not wait longer than it was told to', async () => {
    const server = await startServer(platform, {
      http: { drainMs: 30 },
      runtime: { channels: { mcp: {} }, execution: { drainMs: 0 } },
    });
    const answer = server.client.post(...CALLS.modern('wait', { name: 'a' }));
    while (!server.tools.waited.includes('a began'))
      await new Promise((resolve) => setTimeout(resolve, 5));
    const startedAt = performance.now();
    await server.app.close();
    expect(performance.now() - startedAt).toBeLessThan(1500);
    expect([200, 503]).toContain((await answer).status);
  });
});

/** The text of a POST on a connection that closes afterwards. */
function postText(
  message: object,
  headers: Readonly<Record<string, string | undefined>> = {},
): string {
  const body = JSON.stringify(message);
  const lines = Object.entries({ ...BOTH, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${lines.join('')}\r\n${body}`;
}
