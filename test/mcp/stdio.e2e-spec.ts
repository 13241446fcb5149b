import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { jest } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from 'sdk-v1-old/client/index.js';
import { StdioClientTransport as OldTransport } from 'sdk-v1-old/client/stdio.js';
import { buildStdioProgram } from '../support/stdio-program.js';
import { StdioProcess } from '../support/stdio-process.js';

// Builds the libraries and starts a process per test.
jest.setTimeout(60_000);

const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const INITIALIZE = {
  id: 'init',
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

let program: string;
const started: StdioProcess[] = [];

beforeAll(async () => {
  program = await buildStdioProgram();
});
afterEach(() => {
  for (const server of started.splice(0)) server.kill();
});

function start(env: Readonly<Record<string, string>> = {}): StdioProcess {
  const server = new StdioProcess(program, env);
  started.push(server);
  return server;
}

/** A server that has booted. */
async function ready(env: Readonly<Record<string, string>> = {}): Promise<StdioProcess> {
  const server = start(env);
  server.send({ id: 'ready', method: 'ping' });
  await server.response('ready');
  return server;
}

describe('standard output', () => {
  it('has nothing but messages, whoever prints and however', async () => {
    const server = start({ NOISY: '1' });
    server.send(INITIALIZE, { method: 'notifications/initialized' });
    server.call(1, 'noisy');
    expect(await server.response(1)).toMatchObject(answer('done'));
    server.child.stdin.end();
    expect(await server.ended()).toMatchObject({ code: 0 });
    expect(server.messages.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
      ['2.0', 'init'],
      ['2.0', 1],
    ]);
    for (const noise of [
      'of an import',
      'while booting',
      'in a call',
      'of a child',
      'while closing',
    ])
      expect(server.stderr).toContain(`noise ${noise}`);
  });
});

describe('messages', () => {
  it('of both eras work side by side', async () => {
    const server = await ready();
    server.send(INITIALIZE, { id: 1, method: 'tools/list' });
    server.send({ id: 2, method: 'tools/list', params: { _meta: MODERN } });
    expect(await server.response(1)).toMatchObject({ result: { tools: expect.any(Array) } });
    expect(await server.response(2)).toMatchObject({ result: { resultType: 'complete' } });
  });

  it('that cannot be read get an error, and the next one works', async () => {
    const server = await ready();
    server.write('{"jsonrpc": oops}\n\r\n');
    server.write(Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]));
    server.call('next', 'echo', { text: 'hello' });
    expect(await server.response('next')).toMatchObject(answer('hello'));
    const errors = server.messages.filter(({ error }) => error);
    expect(errors.map(({ id, error }) => [id, error!.code])).toEqual([
      [undefined, -32700],
      [undefined, -32700],
    ]);
  });

  it('of 8 MiB arrive, and so does a small one in the same chunk', async () => {
    const server = await ready();
    const text = 'x'.repeat(8 * 1024 * 1024);
    const line = (id: number, args: object) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'echo', arguments: args },
      });
    server.write(`${line(1, { text })}\n${line(2, { text: 'small' })}\n`);
    const [, small] = await Promise.all([server.response(1), server.response(2)]);
    expect(small).toMatchObject(answer('small'));
  });

  it('without an end are refused, cost no memory and do not stop the others', async () => {
    const server = await ready();
    const memory = async (id: number) => {
      server.call(id, 'memory');
      const { result } = await server.response(id);
      return Number((result as { content: [{ text: string }] }).content[0].text);
    };
    const before = await memory(1);
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    for (let sent = 0; sent < 100; sent++)
      if (!server.child.stdin.write(chunk)) await once(server.child.stdin, 'drain');
    const refusal = await server.message(({ error }) => error !== undefined);
    expect(refusal).toEqual({
      jsonrpc: '2.0',
      error: { code: -32700, message: expect.stringContaining('10485760 bytes') },
    });
    server.write('\n');
    expect((await memory(2)) - before).toBeLessThan(60 * 1024 * 1024);
  });

  it.each([
    ['legacy', undefined],
    ['modern', MODERN],
  ])('that a %s client cancels stop and are not answered', async (_era, meta) => {
    const server = await ready();
    server.send(INITIALIZE);
    const params = { name: 'wait', arguments: { ms: 20_000 }, ...(meta && { _meta: meta }) };
    server.send({ id: 7, method: 'tools/call', params });
    server.send({ method: 'notifications/cancelled', params: { requestId: 7 } });
    await server.printed('wait: aborted');
    server.call('later', 'echo', { text: 'still here' });
    await server.response('later');
    expect(server.messages.filter(({ id }) => id === 7)).toEqual([]);
  });
});

describe('a server ends', () => {
  it('at once when its input is empty', async () => {
    const server = start();
    server.child.stdin.end();
    expect(await server.ended()).toMatchObject({ code: 0, signal: null });
    expect(server.stderr).toContain('application: closed');
  });

  it('after its client has gone and a running call has been answered', async () => {
    const server = await ready();
    server.call(1, 'wait', { ms: 300 });
    server.child.stdin.end();
    expect(await server.ended()).toMatchObject({ code: 0 });
    expect(server.messages.at(-1)).toMatchObject({ id: 1, ...answer('waited') });
  });

  it('without waiting for a call that takes too long', async () => {
    const server = await ready({ TIMEOUT_MS: '200' });
    server.call(1, 'wait', { ms: 20_000 });
    server.child.stdin.end();
    const { code, ms } = await server.ended();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(4_000);
    expect(server.stderr).toContain('wait: aborted');
  });

  it('even when the application never closes', async () => {
    const server = await ready({ STUCK: '1' });
    server.child.stdin.end();
    const { code, ms } = await server.ended();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(4_000);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('in order on %s', async (signal) => {
    const server = await ready();
    server.call(1, 'wait', { ms: 200 });
    server.call(2, 'echo', { text: 'taken' });
    await server.response(2);
    server.child.kill(signal);
    expect(await server.ended()).toMatchObject({ code: 0, signal: null });
    expect(server.messages.at(-1)).toMatchObject({ id: 1, ...answer('waited') });
    expect(server.stderr).toContain('application: closed');
  });

  it('without waiting for calls when it is asked again', async () => {
    const server = await ready();
    server.call(1, 'wait', { ms: 20_000 });
    server.call(2, 'echo', { text: 'taken' });
    await server.response(2);
    server.child.stdin.end();
    setTimeout(() => server.child.kill('SIGTERM'), 100);
    const { code, ms } = await server.ended();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(4_000);
  });

  it('when nobody reads its output any more', async () => {
    const server = await ready();
    server.child.stdout.destroy();
    server.call(1, 'echo', { text: 'to nobody' });
    expect(await server.ended()).toMatchObject({ code: 0, signal: null });
    expect(server.stderr).toContain('application: closed');
  });

  it.each([
    ['an exception', false],
    ['a rejection', true],
  ])('with code 1 after %s that nobody catches, and says why', async (_kind, rejects) => {
    const server = await ready();
    server.call(1, 'fault', { rejects });
    expect(await server.ended()).toMatchObject({ code: 1 });
    expect(server.stderr).toMatch(/Error: a fault of the host\n\s+at /);
    expect(server.stderr).toContain('application: closed');
  });

  it('when its client is killed in the middle of a call', async () => {
    const request = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'wait', arguments: { ms: 200 } },
    });
    const script = `
      const server = require('node:child_process').spawn(process.execPath, [${JSON.stringify(program)}], { stdio: ['pipe', 'pipe', 'ignore'] });
      server.stdin.write(${JSON.stringify(`${request}\n`)} + '{"jsonrpc":"2.0","id":2,"method":"ping"}\\n');
      server.stdout.once('data', () => console.log(server.pid));
      setInterval(() => {}, 1000);`;
    const client = spawn(process.execPath, ['-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(client.stdout, 'data')) as [Buffer];
    const pid = Number(String(line));
    client.kill('SIGKILL');
    const deadline = Date.now() + 5_000;
    while (isAlive(pid) && Date.now() < deadline) await new Promise((r) => setTimeout(r, 25));
    expect(isAlive(pid)).toBe(false);
  });
});

describe('the official client', () => {
  const command = () => ({ command: process.execPath, args: [program], stderr: 'ignore' as const });

  it.each([
    ['2026-07-28', { mode: { pin: '2026-07-28' } }],
    ['the legacy era', { mode: 'legacy' }],
  ] as const)('calls tools on %s', async (_era, versionNegotiation) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
    await client.connect(new StdioClientTransport(command()));
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('echo');
      const calls = ['one', 'two', 'three'].map((text) =>
        client.callTool({ name: 'echo', arguments: { text } }),
      );
      expect((await Promise.all(calls)).map(({ content }) => content)).toEqual(
        ['one', 'two', 'three'].map((text) => [{ type: 'text', text }]),
      );
      const updates: number[] = [];
      await client.callTool(
        { name: 'wait', arguments: { ms: 10 } },
        { onprogress: ({ progress }) => updates.push(progress) },
      );
      expect(updates).toEqual([1]);
      await expect(
        client.callTool(
          { name: 'wait', arguments: { ms: 20_000 } },
          { signal: AbortSignal.timeout(50) },
        ),
      ).rejects.toThrow();
    } finally {
      await client.close();
    }
  });

  it('calls tools in the version of early 2025', async () => {
    const client = new OldClient({ name: 'test', version: '1' });
    await client.connect(new OldTransport(command()));
    try {
      const { content } = await client.callTool({ name: 'echo', arguments: { text: 'hello' } });
      expect(content).toEqual([{ type: 'text', text: 'hello' }]);
    } finally {
      await client.close();
    }
  });
});

/** A response that says this and nothing else. */
function answer(text: string) {
  return { result: { content: [{ type: 'text', text }] } };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
