import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from 'sdk-v1-old/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from 'sdk-v1-old/client/streamableHttp.js';
import { ADAPTERS, startServer } from './mcp-server.fixture.js';
import type { RunningServer } from './mcp-server.fixture.js';

const WHO = { name: 'test', version: '1' };

describe.each(ADAPTERS)('official clients on $platform', (platform) => {
  describe.each([
    ['without sessions', false],
    ['with sessions', {}],
  ] as const)('%s', (_how, sessions) => {
    let server: RunningServer;
    let endpoint: URL;
    beforeAll(async () => {
      server = await startServer(platform, { http: { sessions } });
      endpoint = new URL('/mcp', server.url);
    });
    afterAll(() => server.app.close());

    it.each([
      ['pinned to the modern revision', { mode: { pin: '2026-07-28' } }],
      ['that finds out by itself', { mode: 'auto' }],
      ['of the legacy revisions', { mode: 'legacy' }],
    ] as const)(
      '%s lists, calls, hears progress and cancels',
      async (_which, versionNegotiation) => {
        const client = new Client(WHO, { versionNegotiation });
        await client.connect(new StreamableHTTPClientTransport(endpoint));
        try {
          const { tools } = await client.listTools();
          expect(tools.map(({ name }) => name)).toEqual([
            'echo',
            'whoami',
            'work',
            'wait',
            'chatter',
          ]);
          const said = await client.callTool({ name: 'echo', arguments: { text: 'hi' } });
          expect(said.content).toEqual([{ type: 'text', text: 'Echo: hi' }]);

          const heard: number[] = [];
          const onprogress = ({ progress }: { progress: number }) => void heard.push(progress);
          await client.callTool({ name: 'work' }, { onprogress });
          expect(heard).toEqual([1, 2]);

          server.tools.waited.length = 0;
          const controller = new AbortController();
          const call = client.callTool(
            { name: 'wait', arguments: { name: 'x' } },
            { signal: controller.signal },
          );
          while (server.tools.waited.length < 1)
            await new Promise((resolve) => setTimeout(resolve, 5));
          controller.abort();
          await expect(call).rejects.toThrow();
          while (server.tools.waited.length < 2)
            await new Promise((resolve) => setTimeout(resolve, 5));
          expect(server.tools.waited).toEqual(['x began', 'x was cancelled']);
        } finally {
          await client.close();
        }
      },
    );

    it('of a year ago list, call and hear progress', async () => {
      const client = new OldClient(WHO);
      const transport = new OldTransport(endpoint);
      await client.connect(transport);
      try {
        const { tools } = await client.listTools();
        expect(tools).toHaveLength(5);
        const heard: number[] = [];
        const done = await client.callTool({ name: 'work', arguments: {} }, undefined, {
          onprogress: ({ progress }) => void heard.push(progress),
        });
        expect([heard, done.content]).toEqual([[1, 2], [{ type: 'text', text: 'worked' }]]);
        expect(typeof transport.sessionId).toBe(sessions ? 'string' : 'undefined');
      } finally {
        await client.close();
      }
    });
  });
});
