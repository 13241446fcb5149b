import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import request from 'supertest';
import { AppModule } from '../../apps/sample/src/app.module.js';
import { LogRecorder } from '../support/log-recorder.js';
import { CLIENTS } from './desk-client.js';
import type { DeskAnswer, DeskClient } from './desk-client.js';
import { ADAPTERS } from './mcp-server.fixture.js';

const LARGE = { order_id: 'A-1008', amount: 60_000, reason: 'damaged' };

describe.each(ADAPTERS)('a large refund on $platform', ({ createAdapter }) => {
  describe.each(CLIENTS)('asked for by $which', ({ connect }) => {
    let app: INestApplication;
    let log: LogRecorder;
    let agent: DeskClient;
    let manager: DeskClient;

    beforeEach(async () => {
      log = new LogRecorder();
      app = await NestFactory.create(AppModule, createAdapter(), { logger: log });
      await app.listen(0, '127.0.0.1');
      const { port } = app.getHttpServer().address() as { port: number };
      const address = { endpoint: new URL(`http://localhost:${port}/mcp`) };
      agent = await connect(address, 'demo-agent');
      manager = await connect(address, 'demo-manager');
    });
    afterEach(async () => {
      await Promise.all([agent.close(), manager.close()]);
      (app.getHttpServer() as Server).closeAllConnections();
      await app.close();
    });

    const ask = async () => {
      const waits = await agent.call({ name: 'request_refund', arguments: LARGE });
      expect(waits.isError).toBeFalsy();
      return String((JSON.parse(textOf(waits)) as Record<string, unknown>)['verification_id']);
    };
    const repeat = (id: string, changes: object = {}) =>
      agent.call({
        name: 'request_refund',
        arguments: { ...LARGE, ...changes, verification_id: id },
      });
    const decide = (client: DeskClient, id: string, decision: string, reason = 'So it is') =>
      client.call({
        name: 'resolve_verification',
        arguments: { request_id: id, decision, reason },
      });

    it('is paid once the manager has approved, as it was asked for, and once', async () => {
      const id = await ask();
      expect(textOf(await repeat(id))).toContain('pending');
      expect((await decide(agent, id, 'grant')).isError).toBe(true);
      expect((await decide(manager, id, 'grant')).isError).toBeFalsy();
      const paid = await repeat(id, { amount: 1 });
      expect(JSON.parse(textOf(paid))).toMatchObject({ amount: 60_000, by: 'user:ada' });
      expect((await repeat(id)).isError).toBe(true);
      const story = log.lines.filter(({ text }) => text.includes(`verification=${id}`));
      for (const outcome of ['verification_requested', 'verification_granted', 'executed'])
        expect(story.filter(({ text }) => text.includes(`outcome=${outcome} `))).toHaveLength(1);
      expect(story.some(({ text }) => text.includes('approved_by=user:grace'))).toBe(true);
    });

    it('is refused with the reason of the manager, who said no at the routes of the desk', async () => {
      const id = await ask();
      const server = request(app.getHttpServer());
      const path = `/approvals/${id}`;
      expect((await server.post(`${path}/reject`).send({ reason: 'x' })).status).toBe(401);
      const rejected = await server
        .post(`${path}/reject`)
        .set('Authorization', 'Bearer demo-manager')
        .send({ reason: 'No photo of the damage' });
      expect([rejected.status, rejected.body.stage]).toEqual([200, 'rejected']);
      const refused = await repeat(id);
      expect([refused.isError, textOf(refused)]).toEqual([
        true,
        'The approval was rejected: No photo of the damage',
      ]);
    });
  });
});

it('does not wait when it is small', async () => {
  const app = await NestFactory.create(AppModule, { logger: false });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  const agent = await CLIENTS[0]!.connect(
    { endpoint: new URL(`http://localhost:${port}/mcp`) },
    'demo-agent',
  );
  try {
    const paid = await agent.call({
      name: 'request_refund',
      arguments: { ...LARGE, amount: 50_000 },
    });
    expect(JSON.parse(textOf(paid))).toMatchObject({ amount: 50_000 });
  } finally {
    await agent.close();
    (app.getHttpServer() as Server).closeAllConnections();
    await app.close();
  }
});

function textOf({ content }: DeskAnswer): string {
  return content[0]?.text ?? '';
}
