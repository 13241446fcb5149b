import { Client } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { Client as OldClient } from 'sdk-v1-old/client/index.js';
import { DeskTools, ann, bootServer, gate } from '../json-rpc/mcp-server.fixture.js';
import type { RunningServer } from '../json-rpc/mcp-server.fixture.js';
import { DirectMcpTransport } from './direct-transport.js';

const info = { name: 'test', version: '1' };

let server: RunningServer;
let tools: DeskTools;
beforeAll(async () => {
  server = await bootServer([DeskTools], { instructions: 'Be kind.' });
  tools = server.app.get(DeskTools, { strict: false });
});
afterAll(() => server.app.close());
const transport = () => new DirectMcpTransport(server.mcp, ann);

describe.each([
  ['the modern', () => new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })],
  ['the legacy', () => new Client(info, { versionNegotiation: { mode: 'legacy' } })],
])('%s official client', (name, create) => {
  let client: Client;
  beforeAll(async () => {
    client = create();
    await client.connect(transport());
  });
  afterAll(() => client.close());

  it('gets to know the server', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'desk', version: '1.2.3' });
    expect(client.getServerCapabilities()).toMatchObject({ tools: {}, logging: {} });
    expect(client.getInstructions()).toBe('Be kind.');
  });

  it('lists the tools', async () => {
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name: tool }) => tool)).toEqual(
      expect.arrayContaining(['echo', 'order', 'tags', 'refund']),
    );
  });

  it('calls tools, and finds that results are what they are declared to be', async () => {
    await client.listTools();
    expect(await client.callTool({ name: 'echo', arguments: { text: 'Hello' } })).toMatchObject({
      content: [{ type: 'text', text: 'Echo: Hello' }],
    });
    expect(await client.callTool({ name: 'order', arguments: { id: 'A' } })).toMatchObject({
      structuredContent: { id: 'A', total: 42 },
    });
    expect(await client.callTool({ name: 'tags' })).toMatchObject({
      structuredContent: name === 'the modern' ? ['a', 'b'] : { result: ['a', 'b'] },
    });
    expect(await client.callTool({ name: 'fail' })).toMatchObject({ isError: true });
  });

  it('hears of progress', async () => {
    const heard: number[] = [];
    await client.callTool({ name: 'work' }, { onprogress: ({ progress }) => heard.push(progress) });
    expect(heard).toEqual([0, 10]);
  });

  it('cancels', async () => {
    const door = gate();
    tools.gates.set('client', door);
    const controller = new AbortController();
    const call = client.callTool(
      { name: 'wait', arguments: { gate: 'client' } },
      { signal: controller.signal },
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    await expect(call).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(server.records().at(-1)).toMatchObject({ tool: 'wait', outcome: 'cancelled' });
    door.open();
  });

  it('is told of a tool that does not exist', async () => {
    await expect(client.callTool({ name: 'nope' })).rejects.toThrow('Unknown tool: nope');
  });
});

describe('a client of version 1', () => {
  it.each([
    ['the last', () => new ClientV1(info)],
    ['an old', () => new OldClient(info) as unknown as ClientV1],
  ])('(%s one) is served', async (_, create) => {
    const client = create();
    await client.connect(transport() as never);
    const { tools: listed } = await client.listTools();
    expect(listed.length).toBeGreaterThan(5);
    expect(await client.callTool({ name: 'order', arguments: { id: 'A' } })).toMatchObject({
      content: [{ type: 'text', text: '{"id":"A","total":42}' }],
    });
    expect(await client.callTool({ name: 'picture' })).toMatchObject({
      content: expect.any(Array),
    });
    await client.ping();
    await client.setLoggingLevel('error');
    await client.close();
  });
});

describe('a transport in the same process', () => {
  it('is closed once, cancels what runs and takes nothing more', async () => {
    const door = gate();
    tools.gates.set('closing', door);
    const direct = transport();
    let closed = 0;
    const heard: unknown[] = [];
    direct.onclose = () => closed++;
    direct.onmessage = (message) => heard.push(message);
    await direct.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'wait', arguments: { gate: 'closing' } },
    });
    await direct.close();
    await direct.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).toBe(1);
    expect(heard).toEqual([]);
    expect(server.records().at(-1)).toMatchObject({ tool: 'wait', outcome: 'cancelled' });
    await expect(direct.send({})).rejects.toThrow('closed');
    door.open();
  });

  it('tells of a reader that fails', async () => {
    const direct = transport();
    const errors: Error[] = [];
    direct.onmessage = () => {
      throw new Error('reader');
    };
    direct.onerror = (error) => errors.push(error);
    await direct.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors.map(({ message }) => message)).toEqual(['reader']);
  });
});
