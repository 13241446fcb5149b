import type { Server } from 'node:http';
import { jest } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { MODE_KEY } from '@toolgate/mcp';
import { AppModule } from '../../apps/sample/src/app.module.js';
import { LogRecorder } from '../support/log-recorder.js';
import { buildSampleStdio } from '../support/sample-program.js';
import { CLIENTS } from './desk-client.js';
import type { DeskAddress, DeskAnswer, DeskCall, DeskClient } from './desk-client.js';
import { ADAPTERS } from './mcp-server.fixture.js';

const REFUND = { order_id: 'A-1003', amount: 2_500, reason: 'damaged' };
const EVERYTHING = { from: '2026-09-01T00:00:00Z', to: '2026-12-31T00:00:00Z' };

const SEEN_BY = {
  'demo-agent': [
    'check_stock',
    'get_customer',
    'get_order',
    'list_orders',
    'request_refund',
    'request_verification',
    'search_articles',
    'update_order_address',
  ],
  'demo-manager': [
    'get_customer',
    'get_order',
    'list_orders',
    'list_verifications',
    'refund_order',
    'request_refund',
    'request_verification',
    'resolve_verification',
    'search_articles',
    'update_order_address',
  ],
  'demo-auditor': ['export_orders', 'get_order', 'list_orders', 'request_verification'],
} as const;
type Token = keyof typeof SEEN_BY;

/** The desk as it runs somewhere. */
interface RunningDesk {
  readonly address: DeskAddress;
  /** The audit trail and the rest of the log, apart from what a process of its own printed. */
  readonly log: () => string;
  readonly close: () => Promise<void>;
}

const PLACES: readonly { readonly place: string; readonly open: () => Promise<RunningDesk> }[] = [
  ...ADAPTERS.map(({ platform, createAdapter }) => ({
    place: `over HTTP on ${platform}`,
    open: async () => {
      const recorder = new LogRecorder();
      const app = await NestFactory.create(AppModule, createAdapter(), { logger: recorder });
      await app.listen(0, '127.0.0.1');
      const { port } = app.getHttpServer().address() as { port: number };
      return {
        address: { endpoint: new URL(`http://localhost:${port}/mcp`) },
        log: () => recorder.lines.map(({ text }) => text).join('\n'),
        close: () => {
          // After a cancelled call the client keeps a connection in reserve that never carries a request; servers wait for such.
          (app.getHttpServer() as Server).closeAllConnections();
          return app.close();
        },
      };
    },
  })),
  {
    place: 'over standard input and output',
    open: async () => ({
      address: { program: await buildSampleStdio() },
      log: () => '',
      close: () => Promise.resolve(),
    }),
  },
];

// Builds the sample, unless that has been done.
jest.setTimeout(120_000);

describe.each(PLACES)('the support desk $place', ({ open }) => {
  describe.each(CLIENTS)('for $which', ({ connect }) => {
    let desk: RunningDesk;
    let clients: Map<Token, DeskClient>;

    beforeAll(async () => {
      desk = await open();
      const tokens = Object.keys(SEEN_BY) as Token[];
      clients = new Map(
        await Promise.all(
          tokens.map(async (token) => [token, await connect(desk.address, token)] as const),
        ),
      );
    });

    afterAll(async () => {
      await Promise.all([...clients.values()].map((client) => client.close()));
      await desk.close();
    });

    const as = (token: Token) => clients.get(token)!;
    const agent = (call: DeskCall) => as('demo-agent').call(call);
    const manager = (call: DeskCall) => as('demo-manager').call(call);
    const logged = () =>
      desk.log() + [...clients.values()].map((client) => client.printed()).join('');

    it('shows everybody the tools that they may call, and no other', async () => {
      for (const [token, names] of Object.entries(SEEN_BY)) {
        const tools = await as(token as Token).tools();
        expect([token, tools.map(({ name }) => name).sort()]).toEqual([token, names]);
      }
    });

    it('answers a call with data', async () => {
      const answer = await agent({ name: 'get_order', arguments: { order_id: 'A-1001' } });
      expect(answer.isError).toBeFalsy();
      expect(JSON.parse(textOf(answer))).toMatchObject({ id: 'A-1001', customerId: 'C-1' });
    });

    it('answers with structured content what a tool declares as its output', async () => {
      const answer = await agent({ name: 'search_articles', arguments: { query: 'refund' } });
      expect(answer.structuredContent).toEqual(JSON.parse(textOf(answer)));
      expect(answer.structuredContent).toMatchObject({ articles: expect.any(Array) });
    });

    it('says what is wrong with arguments so that a model can put it right', async () => {
      const answer = await agent({ name: 'list_orders', arguments: { statsu: 'open' } });
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toBe('Unknown property: statsu (did you mean "status"?)');
    });

    it('does not know a tool that does not exist', async () => {
      await expect(agent({ name: '__proto__' })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('Unknown tool: __proto__'),
      });
    });

    it('denies what the scopes of a person do not reach', async () => {
      const answer = await agent({ name: 'refund_order', arguments: REFUND });
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toContain('Need one of: orders:refund');
    });

    it('denies what a rule of the desk forbids', async () => {
      const answer = await manager({
        name: 'refund_order',
        arguments: { ...REFUND, amount: 90_000 },
      });
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toBe('Refunds over 50000 cents are made by the finance team.');
    });

    it('says what a call would do, without doing it', async () => {
      const answer = await manager({
        name: 'refund_order',
        arguments: REFUND,
        _meta: { [MODE_KEY]: 'plan' },
      });
      expect(answer.isError).toBeFalsy();
      expect(JSON.parse(textOf(answer))).toMatchObject({
        plan: { tool: 'refund_order', requires_confirmation: true, args: REFUND },
      });
    });

    it('asks before money moves, and then moves what was asked first, once', async () => {
      const asked = await manager({ name: 'refund_order', arguments: REFUND });
      const [, token] = /confirm_token "([0-9a-f]+)"/.exec(textOf(asked))!;
      const second = {
        name: 'refund_order',
        arguments: { ...REFUND, amount: 1, confirm_token: token },
      };

      const stolen = await agent(second);
      expect(stolen.isError).toBe(true);

      const done = await manager(second);
      expect(done.isError).toBeFalsy();
      expect(JSON.parse(textOf(done))).toEqual({
        id: 'R-1',
        orderId: 'A-1003',
        amount: 2_500,
        reason: 'damaged',
        by: 'user:grace',
      });

      const again = await manager(second);
      expect(again.isError).toBe(true);
      expect(textOf(again)).toBe('Invalid or expired confirmation token');
    });

    it('says how far a call has come', async () => {
      const heard: string[] = [];
      const answer = await as('demo-auditor').call(
        { name: 'export_orders', arguments: EVERYTHING },
        { onprogress: ({ progress, total }) => heard.push(`${progress} of ${total}`) },
      );
      expect(JSON.parse(textOf(answer))).toMatchObject({ rows: 42 });
      expect(heard.length).toBeGreaterThan(1);
      // Older clients forget a call's last progress when its result comes in the same chunk of standard input.
      expect(heard.at(-1)).toMatch(/^4[02] of 42$/);
    });

    it('stops a call that its client cancels', async () => {
      const cancel = new AbortController();
      const call = as('demo-auditor').call(
        { name: 'export_orders', arguments: EVERYTHING },
        { signal: cancel.signal, onprogress: () => cancel.abort() },
      );
      await expect(call).rejects.toThrow();
      await until(() => /export_orders \| user:alan \|.*outcome=cancelled/.test(logged()));
      // The connection is as good as before.
      expect(await as('demo-auditor').tools()).toHaveLength(SEEN_BY['demo-auditor'].length);
    });

    it('leaves one line of its audit trail for what each person did', () => {
      for (const line of [
        /mcp \| get_order \| user:ada \|.* OK \| outcome=executed/,
        /mcp \| refund_order \| user:ada \|.* ERROR:FORBIDDEN \| outcome=denied \| reason=missing_scope/,
        /mcp \| refund_order \| user:grace \|.* OK \| outcome=confirmation_requested/,
        /mcp \| refund_order \| user:grace \|.* OK \| outcome=executed/,
      ])
        expect(logged()).toMatch(line);
    });
  });
});

function textOf({ content }: DeskAnswer): string {
  return content[0]?.text ?? '';
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
