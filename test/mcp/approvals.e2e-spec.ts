import { Injectable } from '@nestjs/common';
import type { Server } from 'node:http';
import { StaticTokenValidator, TokenValidator } from '@toolgate/mcp';
import { Tool, ToolParam } from '@toolgate/tool-runtime';
import { CLIENTS } from './desk-client.js';
import type { DeskAnswer, DeskClient } from './desk-client.js';
import { ADAPTERS, startServer } from './mcp-server.fixture.js';
import type { RunningServer } from './mcp-server.fixture.js';

@Injectable()
class Refunds {
  readonly made: unknown[] = [];

  @Tool({
    name: 'refund',
    description: 'Refunds an order; a large one needs an approval',
    mutating: true,
    output: { type: 'object', properties: { refunded: { type: 'number' } } },
    approval: {
      scopes: ['refunds:approve'],
      when: ({ amount }: { amount: number }) => amount > 500,
    },
  })
  refund(
    @ToolParam('id') id: string,
    @ToolParam('amount', { type: 'integer' }) amount: number,
    @ToolParam('pin', { required: false, sensitive: true }) _pin?: string,
  ) {
    this.made.push({ id, amount });
    return { refunded: amount };
  }
}

const PEOPLE = {
  'agent-token': { id: 'agent:support', scopes: [] },
  'other-token': { id: 'agent:other', scopes: [] },
  'manager-token': { id: 'user:manager', scopes: ['verification:resolve', 'refunds:approve'] },
};

const textOf = ({ content }: DeskAnswer) => content.map(({ text }) => text ?? '').join('\n');

/** What an agent reads in an answer to call again with. */
const idIn = (answer: DeskAnswer) =>
  /verification_id '([0-9a-f-]{36})'/.exec(textOf(answer))?.[1] ?? '(none)';

describe.each(ADAPTERS)('a call that waits for an approval on $platform', (platform) => {
  let server: RunningServer;
  let refunds: Refunds;

  beforeAll(async () => {
    server = await startServer(platform, {
      runtime: { verification: { tools: true } },
      providers: [Refunds],
      extras: {
        providers: [{ provide: TokenValidator, useValue: StaticTokenValidator.of(PEOPLE) }],
      },
    });
    refunds = server.app.get(Refunds);
  });
  afterAll(() => {
    (server.app.getHttpServer() as Server).closeAllConnections();
    return server.app.close();
  });

  describe.each(CLIENTS)('for $which', ({ connect }) => {
    const clients: DeskClient[] = [];
    let agent: DeskClient;
    let other: DeskClient;
    let manager: DeskClient;

    beforeAll(async () => {
      for (const token of Object.keys(PEOPLE))
        clients.push(await connect({ endpoint: new URL(`${server.url}/mcp`) }, token));
      [agent, other, manager] = clients as [DeskClient, DeskClient, DeskClient];
    });
    beforeEach(() => {
      refunds.made.length = 0;
    });
    afterAll(async () => {
      for (const client of clients) await client.close();
    });

    const ask = (args: object = {}) =>
      agent.call({ name: 'refund', arguments: { id: 'A-1', amount: 700, ...args } });
    const repeat = (client: DeskClient, id: string) =>
      client.call({
        name: 'refund',
        arguments: { id: 'EVIL', amount: 9_999, verification_id: id },
      });
    const resolve = (id: string, decision: string, client = manager, reason = 'Because.') =>
      client.call({
        name: 'resolve_verification',
        arguments: { request_id: id, decision, reason },
      });

    it('says in its schema what a repeat brings', async () => {
      const tools = (await agent.tools()) as readonly { name: string; inputSchema?: unknown }[];
      expect(tools.find(({ name }) => name === 'refund')).toMatchObject({
        inputSchema: { properties: { verification_id: { type: 'string' } } },
      });
    });

    it('runs once, as it was asked first, when the call is repeated after the grant', async () => {
      const asked = await ask({ pin: 'S3NT1NEL' });
      const id = idIn(asked);
      expect(refunds.made).toEqual([]);
      expect(textOf(await repeat(agent, id))).toContain('still pending');

      const listed = textOf(await manager.call({ name: 'list_verifications' }));
      expect(listed).toContain(id);
      expect(listed).not.toContain('S3NT1NEL');
      expect((await resolve(id, 'grant')).isError).not.toBe(true);

      const done = await repeat(agent, id);
      expect(done.structuredContent).toEqual({ refunded: 700 });
      expect(refunds.made).toEqual([{ id: 'A-1', amount: 700 }]);
      const again = await repeat(agent, id);
      expect(again.isError).toBe(true);
      expect(textOf(again)).toContain('has been used');
      expect(refunds.made).toHaveLength(1);
    });

    it('tells the agent why it was rejected', async () => {
      const id = idIn(await ask());
      await resolve(id, 'reject', manager, 'The order was never paid.');
      const refused = await repeat(agent, id);
      expect(refused.isError).toBe(true);
      expect(textOf(refused)).toContain('The order was never paid.');
      expect(refunds.made).toEqual([]);
    });

    it('is out of reach of other agents, and cannot be approved by its own', async () => {
      const id = idIn(await ask());
      expect(textOf(await repeat(other, id))).toContain('no approval of yours');
      for (const client of [agent, other])
        expect(await resolve(id, 'grant', client)).toMatchObject({ isError: true });
      await resolve(id, 'grant');
      expect(textOf(await repeat(other, id))).toContain('no approval of yours');
      expect(refunds.made).toEqual([]);
      await repeat(agent, id);
      expect(refunds.made).toHaveLength(1);
    });

    it('does not wait where nobody has to approve', async () => {
      expect((await ask({ amount: 5 })).structuredContent).toEqual({ refunded: 5 });
    });
  });
});
