import { PassThrough } from 'node:stream';
import { Injectable, Module } from '@nestjs/common';
import type { OnApplicationShutdown, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Tool, ToolContext, ToolCtx, ToolRuntimeModule } from '@toolgate/tool-runtime';
import { McpConfigurationError } from '../mcp-configuration.error.js';
import { McpModule } from '../mcp.module.js';
import { McpStdio } from './mcp-stdio.js';
import type { McpStdioOptions } from './mcp-stdio.options.js';

@Injectable()
class WhoTools implements OnApplicationShutdown {
  static closed = 0;

  @Tool({ name: 'who', description: 'Who calls' })
  who(@ToolCtx() { principal, scopes, requestId }: ToolContext) {
    return { principal, scopes, requestId };
  }

  @Tool({ name: 'wait', description: 'Wait until cancelled' })
  wait(@ToolCtx() { signal }: ToolContext) {
    return new Promise((resolve) => signal.addEventListener('abort', resolve));
  }

  onApplicationShutdown(): void {
    WhoTools.closed++;
  }
}

const server = (name: string) =>
  McpModule.forRoot({
    serverInfo: { name, version: '1.0.0' },
    server: name,
    path: `${name}/mcp`,
  });

@Module({ imports: [ToolRuntimeModule.forRoot(), server('one')], providers: [WhoTools] })
class OneServer {}

@Module({
  imports: [ToolRuntimeModule.forRoot(), server('one'), server('two')],
  providers: [WhoTools],
})
class TwoServers {}

@Module({ imports: [ToolRuntimeModule.forRoot()], providers: [WhoTools] })
class NoServer {}

beforeEach(() => {
  WhoTools.closed = 0;
});

function streams() {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const exits: number[] = [];
  const options: McpStdioOptions = {
    stdin,
    stdout,
    exit: (code) => void exits.push(code),
    nest: { logger: false },
  };
  return {
    stdin,
    exits,
    options,
    send: (id: number, method: string, params: object = {}) =>
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`),
    async reply() {
      const [line] = (await stdout.iterator({ destroyOnReturn: false }).next()).value
        .toString()
        .split('\n') as [string];
      return JSON.parse(line) as { id: number; result: Record<string, unknown> };
    },
  };
}

async function whoIs(options: McpStdioOptions) {
  const client = streams();
  const handle = await McpStdio.serve(OneServer, { ...client.options, ...options });
  client.send(1, 'tools/call', { name: 'who' });
  const { result } = await client.reply();
  await handle.close();
  const [{ text }] = result['content'] as [{ text: string }];
  return JSON.parse(text) as { principal: string; scopes: string[]; requestId: string };
}

describe('McpStdio.serve', () => {
  it('serves a module, and closes it and exits when the input ends', async () => {
    const client = streams();
    const handle = await McpStdio.serve(Promise.resolve<Type>(OneServer), client.options);
    client.send(1, 'ping');
    expect(await client.reply()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    client.stdin.end();
    expect(await handle.closed).toBe('input_ended');
    expect(client.exits).toEqual([0]);
    expect(WhoTools.closed).toBe(1);
  });

  it('serves an application, and closes it once without ending the process', async () => {
    const client = streams();
    const app = await NestFactory.createApplicationContext(OneServer, { logger: false });
    const { exit: _exit, ...options } = client.options;
    const handle = await McpStdio.serve(app, options);
    expect(handle.app).toBe(app);
    client.stdin.end();
    await handle.closed;
    expect(WhoTools.closed).toBe(1);
  });

  it('ends with its application, whoever closes that, and lets the calls end first', async () => {
    const client = streams();
    const app = await NestFactory.createApplicationContext(OneServer, { logger: false });
    const handle = await McpStdio.serve(app, { ...client.options, shutdownTimeoutMs: 30 });
    client.send(1, 'tools/call', { name: 'wait' });
    await new Promise((resolve) => setImmediate(resolve));
    await app.close();
    expect(await handle.closed).toBe('closed');
    expect(client.exits).toEqual([]);
    expect(WhoTools.closed).toBe(1);
  });

  it('calls as the local user with every scope', async () => {
    expect(await whoIs({})).toMatchObject({ principal: 'stdio', scopes: ['*'] });
  });

  it('calls as whoever the host says', async () => {
    const ann = ToolContext.stdio({ principal: 'ann', scopes: ['notes:read'] });
    const expected = { principal: 'ann', scopes: ['notes:read'] };
    const { requestId, ...said } = await whoIs({ context: ann });
    expect(said).toEqual(expected);
    expect(requestId).not.toBe(ann.requestId);
    expect(await whoIs({ context: async () => ann })).toMatchObject(expected);
  });

  it('serves the server with the given name', async () => {
    const client = streams();
    const handle = await McpStdio.serve(TwoServers, { ...client.options, server: 'two' });
    client.send(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {} });
    expect((await client.reply()).result).toMatchObject({ serverInfo: { name: 'two' } });
    await handle.close();
  });

  it.each<[string, Type, McpStdioOptions, RegExp]>([
    ['there is no server', NoServer, {}, /found no MCP server.*Import McpModule/],
    ['there are several and none is named', TwoServers, {}, /"one", "two"\. Set the option server/],
    ['no server has the name', TwoServers, { server: 'three' }, /"three".*has: "one", "two"/],
    ['the context is none', OneServer, { context: () => ({}) as ToolContext }, /ToolContext/],
    ['a limit is none', OneServer, { maxLineBytes: 0 }, /maxLineBytes must be a whole number/],
    ['an option is unknown', OneServer, { maxline: 1 } as object, /maxline is not an option/],
    ['the source is none', {} as Type, {}, /takes a Nest module.*got an object/],
  ])('says what to do when %s', async (_problem, source, options, message) => {
    const client = streams();
    const served = McpStdio.serve(source, { ...client.options, ...options });
    await expect(served).rejects.toThrow(message);
    await expect(served).rejects.toBeInstanceOf(McpConfigurationError);
    expect(client.exits).toEqual([]);
  });
});
