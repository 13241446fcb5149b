import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { JsonRpcService, McpModule, McpStdio } from '@toolgate/mcp';
import { ToolContext, ToolRuntimeModule } from '@toolgate/tool-runtime';
import { ProcessFaults } from '../support/process-faults.js';
import { hostileBytes, hostileLine, hostileMessage, hostileRequest } from './hostile-messages.js';
import type { HostileRequest } from './hostile-messages.js';
import { eventsIn } from './http-client.js';
import { ADAPTERS, CALLS, legacy, serverInfo, startServer } from './mcp-server.fixture.js';
import type { RunningServer } from './mcp-server.fixture.js';
import { WorkshopTools } from './workshop.fixture.js';

/** Cases in all; `npm run fuzz:mcp` asks for more. */
const CASES = Number(process.env['MCP_FUZZ_CASES'] ?? 5000);
const SHARE = { http: 0.35, bytes: 0.05, inProcess: 0.1, stdio: 0.1 };
/** Requests on one connection between two that must work. */
const BATCH = { minLength: 5, maxLength: 5 };
const numRuns = (share: number) => ({ numRuns: Math.ceil(CASES * share) });
const LINE_BREAK = Buffer.from('\n');
const INITIALIZE = legacy('initialize', { protocolVersion: '2025-11-25' });
/** Per case, generous: machines that test many things at once are slow. */
const TIMEOUT_MS = 60_000 + CASES * 20;

interface Answer {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
}

describe.each(ADAPTERS)('an endpoint on $platform that is sent anything at all', (platform) => {
  let server: RunningServer;
  let agent: Agent;
  let faults: ProcessFaults;
  beforeAll(async () => {
    server = await startServer(platform, {
      http: { maxBodyBytes: 20_000, sessions: { maxSessions: CASES } },
      runtime: { channels: { mcp: {} }, rateLimit: false },
    });
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
    faults = ProcessFaults.watch();
  });
  afterAll(async () => {
    agent.destroy();
    await server.app.close();
  });

  let session = '';
  const send = async (sent: HostileRequest): Promise<Answer> => {
    const { method, path, headers, body, inSession } = sent;
    const outgoing = request({
      host: '127.0.0.1',
      port: server.port,
      agent,
      method,
      path,
      headers: {
        host: 'localhost',
        'content-length': body.length,
        ...(inSession && { 'mcp-session-id': session }),
        ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
      },
    });
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return {
      status: response.statusCode ?? 0,
      type: response.headers['content-type'],
      text: Buffer.concat(chunks).toString('utf8'),
    };
  };
  const [goodMessage, goodHeaders] = CALLS.modern('echo', { text: 'still here' });
  const good: HostileRequest = {
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json', ...goodHeaders },
    body: Buffer.from(JSON.stringify(goodMessage)),
    inSession: false,
  };
  /** Anything may end a session, so every batch has its own. */
  const beginSession = async () => {
    const answer = await server.client.post(INITIALIZE);
    session = String(answer.headers['mcp-session-id']);
  };
  const expectAlive = async () => {
    const answer = await send(good);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Echo: still here');
  };
  const expectNoFault = async () => {
    expect(server.log.texts('error')).toEqual([]);
    expect(await faults.stop()).toEqual([]);
    faults = ProcessFaults.watch();
  };

  it(
    'answers every request in the words of the protocol, and the next one on the connection',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(hostileRequest, BATCH), async (batch) => {
          await beginSession();
          for (const sent of batch) {
            const answer = await send(sent);
            expect(answer.status).toBeGreaterThanOrEqual(200);
            expect(answer.status).toBeLessThan(500);
            if (sent.path === '/mcp') expectProtocol(sent, answer);
          }
          await expectAlive();
        }),
        numRuns(SHARE.http / BATCH.maxLength),
      );
      await expectNoFault();
    },
    TIMEOUT_MS,
  );

  it(
    'survives bytes that are no HTTP',
    async () => {
      await fc.assert(
        fc.asyncProperty(hostileBytes, async (bytes) => {
          const socket = connect(server.port, '127.0.0.1');
          let received = '';
          socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
          socket.on('error', () => undefined);
          socket.end(bytes);
          await once(socket, 'close');
          expect(received).not.toMatch(/^HTTP\/1\.1 5(?!05)/m);
          await expectAlive();
        }),
        numRuns(SHARE.bytes),
      );
      await expectNoFault();
    },
    TIMEOUT_MS,
  );
});

describe('a dispatcher that is sent anything at all', () => {
  it(
    'answers with a message of the protocol or not at all, whoever asks',
    async () => {
      const server = await startServer(ADAPTERS[0], {
        runtime: { channels: { mcp: {} }, rateLimit: false },
      });
      const faults = ProcessFaults.watch();
      const mcp = server.app.get(JsonRpcService, { strict: false });
      const message = fc.oneof(
        { arbitrary: hostileMessage, weight: 4 },
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
      );
      const context = fc.oneof(
        fc.constant(ToolContext.mcp({ principal: 'ann', scopes: ['*'] })),
        fc.constant(undefined),
        fc.anything() as fc.Arbitrary<ToolContext>,
      );
      await fc.assert(
        fc.asyncProperty(message, context, async (sent, caller) => {
          const response = await mcp.handle(sent, caller);
          if (response !== null) expectResponse(JSON.parse(JSON.stringify(response)));
        }),
        numRuns(SHARE.inProcess),
      );
      expect(server.log.texts('error')).toEqual([]);
      expect(await faults.stop()).toEqual([]);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      await server.app.close();
    },
    TIMEOUT_MS,
  );
});

describe('a server on standard input that is sent anything at all', () => {
  it(
    'writes nothing but messages, and answers the next line',
    async () => {
      @Module({
        imports: [
          ToolRuntimeModule.forRoot({ rateLimit: false }),
          McpModule.forRoot({ serverInfo }),
        ],
        providers: [WorkshopTools],
      })
      class Workshop {}
      const faults = ProcessFaults.watch();
      const [stdin, stdout] = [new PassThrough(), new PassThrough()];
      const app = await NestFactory.createApplicationContext(Workshop, { logger: false });
      const handle = await McpStdio.serve(app, { stdin, stdout, maxLineBytes: 3000 });
      const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
      let asked = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(hostileLine, BATCH), async (batch) => {
          for (const line of batch) stdin.write(Buffer.concat([line, LINE_BREAK]));
          const id = `alive-${asked++}`;
          stdin.write(`${JSON.stringify(legacy('ping', undefined, id))}\n`);
          for (let answer: unknown; !isObject(answer) || answer['id'] !== id;) {
            answer = JSON.parse((await lines.next()).value as string);
            expectMessage(answer);
          }
        }),
        numRuns(SHARE.stdio / BATCH.maxLength),
      );
      expect(await faults.stop()).toEqual([]);
      await handle.close();
    },
    TIMEOUT_MS,
  );
});

/** What the endpoint itself answers: JSON-RPC, as one document or as events, or nothing where that is right. */
function expectProtocol({ method }: HostileRequest, { status, type, text }: Answer): void {
  if (method === 'HEAD' || status === 202 || status === 204) expect(text).toBe('');
  else if (type === 'text/event-stream') for (const event of eventsIn(text)) expectMessage(event);
  else {
    expect(type).toBe('application/json');
    expectResponse(JSON.parse(text));
  }
}

function expectMessage(message: unknown): void {
  if (isObject(message) && 'method' in message)
    expect(message).toEqual({
      jsonrpc: '2.0',
      method: expect.any(String),
      params: expect.anything(),
    });
  else expectResponse(message);
}

function expectResponse(response: unknown): void {
  if (!isObject(response)) throw new Error(`No response: ${JSON.stringify(response)}`);
  const { jsonrpc, id, result, error, ...rest } = response;
  expect(jsonrpc).toBe('2.0');
  expect(rest).toEqual({});
  if (error === undefined) {
    expect(['string', 'number']).toContain(typeof id);
    expect(isObject(result)).toBe(true);
    return;
  }
  expect(result).toBeUndefined();
  if ('id' in response) expect(['string', 'number']).toContain(typeof id);
  if (!isObject(error)) throw new Error(`No error: ${JSON.stringify(response)}`);
  expect(Number.isSafeInteger(error['code'])).toBe(true);
  expect(error['code']).not.toBe(-32603);
  expect(error['message']).toMatch(/^[^\n]{1,600}$/u);
  expect(JSON.stringify(error)).not.toMatch(/node_modules|\.ts:\d|\.js:\d/);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
