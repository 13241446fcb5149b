import { Logger } from '@nestjs/common';
import { ToolContext } from '@toolgate/tool-runtime';
import { PassThrough } from 'node:stream';
import type { JsonRpcNotification } from '../json-rpc/json-rpc.types.js';
import type { McpExchange } from '../json-rpc/mcp-exchange.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import { StdioConnection } from './stdio-connection.js';
import type { MessageReceiver, StdioLimits } from './stdio-connection.js';

type Message = { readonly id?: number; readonly method: string; readonly params?: object };
type Answer = (message: Message, exchange: McpExchange) => ReturnType<MessageReceiver['receive']>;

const NEVER = new Promise<never>(() => undefined);
const LIMITS: StdioLimits = { maxLineBytes: 1024, maxQueuedOutput: 64 * 1024 };

beforeAll(() => Logger.overrideLogger(false));

/** A client and, at the other end, code that answers in its own way. */
function connect(answer: Answer, limits: Partial<StdioLimits> = {}, output = new PassThrough()) {
  const input = new PassThrough();
  const received: unknown[] = [];
  const connection = new StdioConnection(
    {
      receive: (message, _context, exchange) => {
        received.push(message);
        return answer(message as Message, exchange);
      },
    },
    ToolContext.stdio(),
    input,
    { stream: output, write: (text, done) => output.write(text, done) },
    { ...LIMITS, ...limits },
  );
  connection.open();
  const written: string[] = [];
  return {
    connection,
    received,
    output,
    input,
    send: (...messages: readonly object[]) =>
      input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join('')),
    /** Everything the client has got so far, once everybody had a turn. */
    async heard(): Promise<Record<string, unknown>[]> {
      await turn();
      written.push(String(output.read() ?? ''));
      return written
        .join('')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 2));
const request = (id: number | string, method = 'ping', params?: object) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});
const notification = (method: string, params?: object) => ({ jsonrpc: '2.0', method, params });
const pong = ({ id }: Message): McpReply => ({ id: id!, resultJson: '{}' });
const progress = (value: number): JsonRpcNotification => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: 1, progress: value },
});

describe('a message over standard input', () => {
  it('is answered on one line', async () => {
    const client = connect(pong);
    client.input.write('{"jsonrpc":"2.0",\t"id":0,"method":"ping"}\r\n\r\n  \n');
    client.send(request('a'));
    expect(await client.heard()).toEqual([
      { jsonrpc: '2.0', id: 0, result: {} },
      { jsonrpc: '2.0', id: 'a', result: {} },
    ]);
  });

  it('gets an error without id when it is no JSON, no UTF-8 or too long, and the next one works', async () => {
    const client = connect(pong);
    client.input.write('{"jsonrpc":\n');
    client.input.write(Buffer.from([0x22, 0xff, 0x22, 0x0a]));
    client.input.write(`"${'x'.repeat(2000)}"\n`);
    client.send(request(1));
    expect(await client.heard()).toEqual([
      { jsonrpc: '2.0', error: { code: -32700, message: expect.stringContaining('UTF-8') } },
      { jsonrpc: '2.0', error: { code: -32700, message: expect.stringContaining('UTF-8') } },
      { jsonrpc: '2.0', error: { code: -32700, message: expect.stringContaining('1024 bytes') } },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
    expect(client.received).toHaveLength(1);
  });

  it('is answered when it is finished, whatever else is running', async () => {
    let finish: (reply: McpReply) => void = () => undefined;
    const client = connect((message) =>
      message.method === 'slow' ? new Promise((resolve) => (finish = resolve)) : pong(message),
    );
    client.send(request(1, 'slow'), request(2));
    expect(await client.heard()).toMatchObject([{ id: 2 }]);
    finish({ id: 1, result: { done: true } });
    expect(await client.heard()).toMatchObject([{ id: 2 }, { id: 1, result: { done: true } }]);
  });

  it('is never answered when it is a notification, and nothing is told about it', async () => {
    const client = connect((_message, exchange) => {
      exchange.notify(progress(1));
      return undefined;
    });
    client.send(notification('notifications/initialized'));
    expect(await client.heard()).toEqual([]);
    expect(client.received).toHaveLength(1);
  });

  it('hears of its progress before its answer and of nothing after it', async () => {
    const client = connect((message, exchange) => {
      exchange.notify(progress(1));
      setTimeout(() => exchange.notify(progress(2)));
      return pong(message);
    });
    client.send(request(1));
    await turn();
    expect(await client.heard()).toMatchObject([{ params: { progress: 1 } }, { id: 1 }]);
  });

  it('gets an internal error when its answer is no JSON', async () => {
    const client = connect(({ id }) => ({ id: id!, result: { amount: 1n } }));
    client.send(request(7));
    expect(await client.heard()).toEqual([
      { jsonrpc: '2.0', id: 7, error: { code: -32603, message: 'Internal error' } },
    ]);
  });
});

describe('what initialize has negotiated', () => {
  const negotiate: Answer = (message, exchange) => ({
    id: message.id!,
    result:
      message.method === 'initialize'
        ? { protocolVersion: '2025-06-18' }
        : { session: exchange.session ?? null },
  });
  const INITIALIZE = request(1, 'initialize', {
    capabilities: { roots: {} },
    clientInfo: { name: 'c', version: '1' },
  });

  it('holds for the later messages of the connection', async () => {
    const client = connect(negotiate);
    client.send(request(0), INITIALIZE, request(2));
    const [before, , after] = await client.heard();
    expect(before).toMatchObject({ result: { session: null } });
    expect(after).toMatchObject({
      result: {
        session: {
          protocolVersion: '2025-06-18',
          clientCapabilities: { roots: {} },
          clientInfo: { name: 'c', version: '1' },
        },
      },
    });
  });

  it('is nothing when it failed', async () => {
    const client = connect((message, exchange) =>
      message.method === 'initialize'
        ? { id: message.id!, error: { code: -32602, message: 'no' }, origin: 'handler' }
        : negotiate(message, exchange),
    );
    client.send(INITIALIZE, request(2));
    expect((await client.heard())[1]).toMatchObject({ result: { session: null } });
  });
});

describe('a request that its client cancels', () => {
  const cancel = (requestId: unknown) => notification('notifications/cancelled', { requestId });

  it('stops and says nothing more', async () => {
    const exchanges: McpExchange[] = [];
    let finish: (reply: McpReply) => void = () => undefined;
    const client = connect((_message, exchange) => {
      exchanges.push(exchange);
      return new Promise((resolve) => (finish = resolve));
    });
    client.send(request(1), cancel(1), cancel(1));
    await turn();
    expect(exchanges[0]!.signal!.aborted).toBe(true);
    exchanges[0]!.notify(progress(1));
    finish({ id: 1, result: {} });
    expect(await client.heard()).toEqual([]);
  });

  it.each([['7'], [8], [null], [{}], [undefined]])(
    'is not the one with the id %j',
    async (other) => {
      let signal: AbortSignal | undefined;
      const client = connect((_message, exchange) => {
        signal = exchange.signal;
        return NEVER;
      });
      client.send(request(7), cancel(other));
      await turn();
      expect(signal!.aborted).toBe(false);
    },
  );

  it('is none of several with the same id', async () => {
    const signals: AbortSignal[] = [];
    const client = connect((_message, exchange) => {
      signals.push(exchange.signal!);
      return NEVER;
    });
    client.send(request(1), request(1), cancel(1));
    await turn();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  });
});

describe('a client that does not read', () => {
  const BIG = 'x'.repeat(1000);
  const verbose: Answer = ({ id }) => ({ id: id!, result: { BIG } });

  it('is not served further until it reads, and then gets everything', async () => {
    const client = connect(verbose);
    const requests = Array.from({ length: 50 }, (_, id) => request(id));
    client.send(...requests);
    await turn();
    const served = client.received.length;
    expect(served).toBeLessThan(50);
    await turn();
    expect(client.received).toHaveLength(served);
    while ((await client.heard()).length < 50);
    expect((await client.heard()).map(({ id }) => id)).toEqual(requests.map(({ id }) => id));
  });

  it('misses progress, not its answers', async () => {
    const client = connect((message, exchange) => {
      for (let step = 1; step <= 200; step++) exchange.notify(progress(step));
      return verbose(message, exchange);
    });
    client.send(request(1));
    let heard: object[] = [];
    for (let round = 0; round < 5; round++) heard = await client.heard();
    expect(heard.at(-1)).toMatchObject({ id: 1 });
    expect(heard.length).toBeLessThan(150);
  });

  it('counts as gone when too much waits', async () => {
    const client = connect((message, exchange) => verbose(message, exchange), {
      maxQueuedOutput: 16,
    });
    client.send(request(1));
    expect(await client.connection.ended).toBe('stalled');
  });
});

describe('a connection ends', () => {
  it('when the input does, after the last line was served without a line break', async () => {
    const client = connect(pong);
    client.input.end(JSON.stringify(request(1)));
    expect(await client.connection.ended).toBe('input_ended');
    expect(await client.heard()).toMatchObject([{ id: 1 }]);
  });

  it.each<[string, (client: ReturnType<typeof connect>) => void, string]>([
    ['the input fails', ({ input }) => input.destroy(new Error('read')), 'input_ended'],
    ['the output breaks', ({ output }) => output.destroy(new Error('EPIPE')), 'gone'],
    ['it is stopped', ({ connection }) => connection.stop(), 'closed'],
  ])('when %s', async (_event, cause, end) => {
    const client = connect(pong);
    cause(client);
    expect(await client.connection.ended).toBe(end);
    client.send(request(1));
    await turn();
    expect(client.received).toEqual([]);
  });

  it('after its calls, when they take no longer than allowed', async () => {
    let finish: (reply: McpReply) => void = () => undefined;
    const client = connect(() => new Promise((resolve) => (finish = resolve)));
    client.send(request(1));
    await turn();
    client.connection.stop();
    const drained = client.connection.drain(NEVER);
    finish({ id: 1, result: {} });
    await drained;
    await client.connection.finish();
    expect(await client.heard()).toMatchObject([{ id: 1 }]);
  });

  it('without waiting for subscriptions, which end last', async () => {
    const signals = new Map<string, AbortSignal>();
    const client = connect(({ method }, exchange) => {
      signals.set(method, exchange.signal!);
      return NEVER;
    });
    client.send(request(1, 'subscriptions/listen'), request(2, 'slow'));
    await turn();
    await client.connection.drain(Promise.resolve());
    expect(signals.get('slow')!.aborted).toBe(true);
    expect(signals.get('subscriptions/listen')!.aborted).toBe(false);
    await client.connection.finish();
    expect(signals.get('subscriptions/listen')!.aborted).toBe(true);
  });
});
