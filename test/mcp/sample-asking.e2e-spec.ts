import type { Server } from 'node:http';
import { jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../apps/sample/src/app.module.js';
import { buildSampleStdio } from '../support/sample-program.js';
import { ADAPTERS } from './mcp-server.fixture.js';

const REFUND = { order_id: 'A-1003', amount: 2_500, reason: 'damaged' };
const ERAS = [
  { era: 'of 2026-07-28', mode: { pin: '2026-07-28' } },
  { era: 'of the legacy revisions', mode: 'legacy' },
] as const;

type Transport = Parameters<Client['connect']>[0];

const PLACES: readonly {
  readonly place: string;
  readonly open: () => Promise<{ transport: () => Transport; close: () => Promise<void> }>;
}[] = [
  ...ADAPTERS.map(({ platform, createAdapter }) => ({
    place: `over HTTP on ${platform}`,
    open: async () => {
      const app = await NestFactory.create(AppModule, createAdapter(), { logger: false });
      await app.listen(0, '127.0.0.1');
      const { port } = app.getHttpServer().address() as { port: number };
      return {
        transport: () =>
          new StreamableHTTPClientTransport(new URL(`http://localhost:${port}/mcp`), {
            requestInit: { headers: { Authorization: 'Bearer demo-manager' } },
          }),
        close: () => {
          (app.getHttpServer() as Server).closeAllConnections();
          return app.close();
        },
      };
    },
  })),
  {
    place: 'over standard input and output',
    open: async () => {
      const program = await buildSampleStdio();
      const { NODE_OPTIONS: _switches, ...env } = process.env;
      return {
        transport: () =>
          new StdioClientTransport({
            command: process.execPath,
            args: [program],
            env: { ...(env as Record<string, string>), DESK_TOKEN: 'demo-manager', NO_COLOR: '1' },
            stderr: 'ignore',
          }),
        close: () => Promise.resolve(),
      };
    },
  },
];

// Builds the sample, unless that has been done.
jest.setTimeout(120_000);

describe.each(PLACES)('a refund $place', ({ open }) => {
  describe.each(ERAS)('by a client $era that shows forms', ({ mode }) => {
    let place: Awaited<ReturnType<typeof open>>;
    let client: Client;
    const messages: string[] = [];
    let answer: { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, boolean> };

    beforeAll(async () => {
      place = await open();
      client = new Client(
        { name: 'test', version: '1' },
        { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
      );
      client.setRequestHandler('elicitation/create', (request) => {
        messages.push(request.params.message);
        return answer;
      });
      await client.connect(place.transport());
    });
    afterAll(async () => {
      await client.close();
      await place.close();
    });
    beforeEach(() => messages.splice(0));

    const refund = async () => {
      const { content, isError } = await client.callTool({
        name: 'refund_order',
        arguments: REFUND,
      });
      const [block] = content as { text: string }[];
      return { text: block!.text, isError: isError === true };
    };

    it('is made once the person has said yes to what they were shown', async () => {
      answer = { action: 'accept', content: { confirm: true } };
      const made = await refund();
      expect([made.isError, JSON.parse(made.text)]).toEqual([
        false,
        expect.objectContaining({ orderId: 'A-1003', amount: 2_500, by: 'user:grace' }),
      ]);
      expect(messages).toEqual([
        expect.stringContaining('refund_order(order_id=A-1003, amount=2500, reason=damaged)'),
      ]);
    });

    it.each([
      { action: 'decline' as const },
      { action: 'cancel' as const },
      { action: 'accept' as const, content: { confirm: false } },
    ])('is not made after %j', async (said) => {
      answer = said;
      expect(await refund()).toEqual({
        isError: true,
        text: 'The person who was asked did not confirm it. Nothing was done.',
      });
      expect(messages).toHaveLength(1);
    });
  });
});
