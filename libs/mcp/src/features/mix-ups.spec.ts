import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Tool, ToolContext, ToolCtx } from '@toolgate/tool-runtime';
import { Prompt } from '../declaration/prompt.decorator.js';
import { Resource } from '../declaration/resource.decorator.js';
import { DirectMcpTransport } from '../direct/direct-transport.js';
import { bootServer, legacy, listening, modern, resultOf } from '../json-rpc/mcp-server.fixture.js';
import type { RunningServer } from '../json-rpc/mcp-server.fixture.js';
import { CLIENT_CAPABILITIES_KEY } from '../protocol/meta-keys.js';

const PRINCIPALS = 200;
const ROUNDS = 25;
const SAY = {
  type: 'object',
  properties: { said: { type: 'string' } },
  required: ['said'],
} as const;

/** Waits for a moment of its own length, so that callers overtake each other. */
const dawdle = () => (Math.random() < 0.5 ? sleep(0) : Promise.resolve());

@Injectable()
class Echoes {
  @Tool({ name: 'ask', description: 'Asks who it is' })
  async ask(@ToolCtx() context: ToolContext) {
    await dawdle();
    const answer = await context.elicit({ key: 'who', message: context.principal!, schema: SAY });
    await dawdle();
    const said = answer.action === 'accept' ? String(answer.content['said']) : answer.action;
    return `${context.principal} ${said}`;
  }

  @Resource({ uri: 'echo://me', name: 'me', description: 'Who reads' })
  async me(@ToolCtx() context: ToolContext) {
    await dawdle();
    return context.principal;
  }

  @Prompt({ name: 'me_too', description: 'Who gets it' })
  async meToo(@ToolCtx() context: ToolContext) {
    await dawdle();
    return context.principal!;
  }
}

describe('many callers at once, all with the id 1', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await bootServer([Echoes], {}, { confirmation: { maxTotal: 100_000 } });
  });
  afterAll(() => server.app.close());

  const everybody = (run: (name: string, context: ToolContext) => Promise<void>) =>
    Promise.all(
      Array.from({ length: PRINCIPALS }, async (_none, index) => {
        const name = `user-${index}`;
        for (let round = 0; round < ROUNDS; round++)
          await run(name, ToolContext.mcp({ principal: name, scopes: ['*'] }));
      }),
    );
  const meta = { [CLIENT_CAPABILITIES_KEY]: { elicitation: {} } };

  it('read their own resources and get their own prompts', async () => {
    let count = 0;
    await everybody(async (name, context) => {
      const read = modern('resources/read', { uri: 'echo://me' });
      const get = modern('prompts/get', { name: 'me_too', arguments: {} });
      const [contents, prompt] = await Promise.all([
        server.mcp.handle(read, context, listening()),
        server.mcp.handle(get, context, listening()),
      ]);
      expect(resultOf(contents)['contents']).toEqual([expect.objectContaining({ text: name })]);
      expect(JSON.stringify(resultOf(prompt)['messages'])).toContain(`"${name}"`);
      count++;
    });
    expect(count).toBe(PRINCIPALS * ROUNDS);
  });

  it('are asked their own questions and answer for themselves, over a state of their own', async () => {
    await everybody(async (name, context) => {
      const call = { name: 'ask', arguments: {} };
      const asked = resultOf(
        await server.mcp.handle(modern('tools/call', call, meta), context, listening()),
      ) as { requestState: string; inputRequests: { who: { params: { message: string } } } };
      expect(asked.inputRequests.who.params.message).toBe(name);
      const inputResponses = { who: { action: 'accept', content: { said: name } } };
      const retry = modern(
        'tools/call',
        { ...call, requestState: asked.requestState, inputResponses },
        meta,
      );
      const { content } = resultOf(await server.mcp.handle(retry, context, listening())) as {
        content: { text: string }[];
      };
      expect(content[0]?.text).toBe(`${name} ${name}`);
    });
  });

  it('are asked over their own connections', async () => {
    await Promise.all(
      Array.from({ length: PRINCIPALS }, async (_none, index) => {
        const name = `user-${index}`;
        const context = ToolContext.mcp({ principal: name, scopes: ['*'] });
        const transport = new DirectMcpTransport(server.mcp, context);
        const results: unknown[] = [];
        transport.onmessage = (message) => {
          if ('method' in message && 'id' in message) {
            expect(message.params?.['message']).toBe(name);
            const result = { action: 'accept', content: { said: name } };
            void transport.send({ jsonrpc: '2.0', id: message.id, result });
          } else if ('result' in message) results.push(message.result);
        };
        const send = async (method: string, params: Record<string, unknown>, count: number) => {
          await transport.send(legacy(method, params, 1));
          while (results.length < count) await sleep(1);
        };
        const hello = {
          protocolVersion: '2025-11-25',
          capabilities: { elicitation: {} },
          clientInfo: { name, version: '1' },
        };
        await send('initialize', hello, 1);
        await send('tools/call', { name: 'ask', arguments: {} }, 2);
        expect(results[1]).toMatchObject({ content: [{ text: `${name} ${name}` }] });
      }),
    );
  });

  it('stand in the audit trail under their own names', () => {
    const records = server.records();
    expect(records.length).toBe(PRINCIPALS * (ROUNDS * 4 + 1));
    expect(new Set(records.map(({ principal }) => principal)).size).toBe(PRINCIPALS);
  });
});
