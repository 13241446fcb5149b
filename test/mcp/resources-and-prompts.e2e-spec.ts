import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StaticTokenValidator, TokenValidator } from '@toolgate/mcp';
import { Client as OldClient } from 'sdk-v1-old/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from 'sdk-v1-old/client/streamableHttp.js';
import { DeskPrompts, DeskResources } from '../../libs/mcp/src/declaration/declaration.fixture.js';
import { ADAPTERS, legacy, modern, modernHeaders, startServer } from './mcp-server.fixture.js';
import type { RunningServer, ServerSetup } from './mcp-server.fixture.js';

const WHO = { name: 'test', version: '1' };
const ANN = { authorization: 'Bearer t-ann' };
const BOB = { authorization: 'Bearer t-bob' };
const SETUP: ServerSetup = {
  providers: [DeskPrompts, DeskResources],
  runtime: {},
  options: {
    auth: {
      publicUrl: 'https://api.example.com/mcp',
      authorizationServers: ['https://login.example.com'],
    },
  },
  extras: {
    providers: [
      {
        provide: TokenValidator,
        useValue: StaticTokenValidator.of({
          't-ann': { id: 'ann', scopes: ['hr:read'] },
          't-bob': { id: 'bob', scopes: [] },
        }),
      },
    ],
  },
};

describe.each(ADAPTERS)('prompts and resources on $platform', (platform) => {
  let server: RunningServer;
  let endpoint: URL;
  beforeAll(async () => {
    server = await startServer(platform, SETUP);
    endpoint = new URL('/mcp', server.url);
  });
  afterAll(() => server.app.close());

  it.each([
    ['pinned to the modern revision', { mode: { pin: '2026-07-28' } }],
    ['of the legacy revisions', { mode: 'legacy' }],
  ] as const)(
    'are listed, read, got and completed by the client %s',
    async (_which, versionNegotiation) => {
      const client = new Client(WHO, { versionNegotiation });
      await client.connect(
        new StreamableHTTPClientTransport(endpoint, { requestInit: { headers: ANN } }),
      );
      try {
        expect(client.getServerCapabilities()).toMatchObject({
          resources: {},
          prompts: {},
          completions: {},
        });
        const { resources } = await client.listResources();
        expect(resources.map(({ uri }) => uri)).toContain('desk://salaries');
        const { resourceTemplates } = await client.listResourceTemplates();
        expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('orders://{id}');
        const { contents } = await client.readResource({ uri: 'orders://A-7' });
        expect(contents).toEqual([
          { uri: 'orders://A-7', mimeType: 'application/json', text: '{"id":"A-7"}' },
        ]);
        const { prompts } = await client.listPrompts();
        expect(prompts[0]).toMatchObject({ name: 'triage', title: 'Triage' });
        const { messages } = await client.getPrompt({
          name: 'triage',
          arguments: { order_id: 'A-7' },
        });
        expect(messages).toEqual([
          { role: 'user', content: { type: 'text', text: 'Order A-7: low, no copies' } },
        ]);
        const { completion } = await client.complete({
          ref: { type: 'ref/prompt', name: 'triage' },
          argument: { name: 'urgency', value: 'h' },
        });
        expect(completion.values).toEqual(['high']);
        await expect(client.readResource({ uri: 'desk://nothing' })).rejects.toThrow(
          'Resource not found',
        );
        await expect(client.getPrompt({ name: 'nope' })).rejects.toThrow('Unknown prompt');
      } finally {
        await client.close();
      }
    },
  );

  it('are listed, read, got and completed by the client of early 2025', async () => {
    const client = new OldClient(WHO);
    await client.connect(new OldTransport(endpoint, { requestInit: { headers: ANN } }));
    try {
      expect((await client.listResources()).resources).toHaveLength(6);
      expect(await client.readResource({ uri: 'desk://logo' })).toMatchObject({
        contents: [{ uri: 'desk://logo', mimeType: 'image/png', blob: 'AQID' }],
      });
      expect(await client.getPrompt({ name: 'talk' })).toMatchObject({ description: 'For ann' });
      expect(
        await client.complete({
          ref: { type: 'ref/resource', uri: 'orders://{id}' },
          argument: { name: 'id', value: 'B' },
        }),
      ).toMatchObject({ completion: { values: ['B-1'] } });
    } finally {
      await client.close();
    }
  });

  it.each([
    ['resources/read', { uri: 'desk://salaries' }, 'desk://salaries'],
    ['prompts/get', { name: 'payroll', arguments: { who: 'x' } }, 'payroll'],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'payroll' }, argument: { name: 'who', value: '' } },
      undefined,
    ],
  ] as const)('ask for more scopes before the answer begins: %s', async (method, params, name) => {
    for (const [message, headers] of [
      [legacy(method, params), {}],
      [modern(method, params), modernHeaders(method, name)],
    ] as const) {
      const refused = await server.client.post(message, { ...headers, ...BOB });
      expect(refused.status).toBe(403);
      expect(refused.headers['www-authenticate']).toContain(
        'error="insufficient_scope", scope="hr:read"',
      );
      const served = await server.client.post(message, { ...headers, ...ANN });
      expect([served.status, served.json().error]).toEqual([200, undefined]);
    }
  });

  it('are refused by a header that names another one', async () => {
    const message = modern('resources/read', { uri: 'desk://policy' });
    const answer = await server.client.post(message, {
      ...modernHeaders('resources/read', 'desk://logo'),
      ...ANN,
    });
    expect([answer.status, answer.json().error?.code]).toEqual([400, -32020]);
  });

  it('are answered in band when they fail, whatever they fail with', async () => {
    for (const uri of ['desk://nothing', 'desk://broken', 'desk://guarded']) {
      const answer = await server.client.post(modern('resources/read', { uri }), {
        ...modernHeaders('resources/read', uri),
        ...ANN,
      });
      expect(answer.status).toBe(200);
      expect(answer.json().error).toBeDefined();
    }
  });
});

it('Express and Fastify give the same bytes', async () => {
  const answers = await Promise.all(
    ADAPTERS.map(async (platform) => {
      const { app, client } = await startServer(platform, SETUP);
      try {
        const sent = [
          [modern('resources/list'), modernHeaders('resources/list')],
          [modern('prompts/list'), modernHeaders('prompts/list')],
          [
            modern('resources/read', { uri: 'desk://nope' }),
            modernHeaders('resources/read', 'desk://nope'),
          ],
        ] as const;
        return await Promise.all(
          sent.map(async ([message, headers]) => {
            const { status, text } = await client.post(message, { ...headers, ...ANN });
            return [status, text];
          }),
        );
      } finally {
        await app.close();
      }
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
});
