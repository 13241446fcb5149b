import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ToolRegistry } from '@toolgate/tool-runtime';
import type { Server } from 'node:http';
import request from 'supertest';
import { PLATFORMS } from '../../../test/support/each-platform.js';
import { AppModule } from '../src/app.module.js';
import { manager } from './support/support-desk.js';

const REFUND = { order_id: 'A-1003', amount: 2_500, reason: 'damaged' };

describe.each(PLATFORMS)('GET /refunds/:orderId on $platform', ({ start }) => {
  let app: INestApplication;

  beforeEach(async () => {
    const module = await Test.createTestingModule({ imports: [AppModule] }).compile();
    app = await start(module);
  });

  afterEach(() => app.close());

  const refunds = (token?: string) => {
    const get = request(app.getHttpServer() as Server).get('/refunds/A-1003');
    return token ? get.set('Authorization', `Bearer ${token}`) : get;
  };

  it('is closed to nobody in particular', async () => {
    const { status, body } = await refunds();
    expect(status).toBe(403);
    expect(body).toMatchObject({ statusCode: 403, reason_code: 'unauthenticated' });
  });

  it('takes a token that nobody has for no token', async () => {
    const { status, body } = await refunds('made-up');
    expect(status).toBe(403);
    expect(body).toMatchObject({ reason_code: 'unauthenticated' });
  });

  it('is closed to an agent who may not refund, and says what is missing', async () => {
    const { status, body } = await refunds('demo-agent');
    expect(status).toBe(403);
    expect(body).toMatchObject({
      reason_code: 'missing_scope',
      message: expect.stringContaining('Need one of: orders:refund'),
    });
  });

  it('shows a manager what was refunded through the tool', async () => {
    expect((await refunds('demo-manager')).body).toEqual([]);
    const registry = app.get(ToolRegistry);
    const asked = await registry.call('refund_order', REFUND, manager());
    await registry.call('refund_order', { confirm_token: asked.confirmToken }, manager());

    const { status, body } = await refunds('demo-manager');
    expect(status).toBe(200);
    expect(body).toEqual([
      { id: 'R-1', orderId: 'A-1003', amount: 2_500, reason: 'damaged', by: 'user:grace' },
    ]);
  });

  it('answers 429 and when to come back once the budget is spent, and so does the tool', async () => {
    // 30 units a minute; a request costs what the tool costs: 5.
    for (let time = 0; time < 6; time++) expect((await refunds('demo-manager')).status).toBe(200);

    const { status, headers, body } = await refunds('demo-manager');
    expect(status).toBe(429);
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(body).toMatchObject({ statusCode: 429, retry_after_seconds: seconds });

    const called = await app.get(ToolRegistry).call('refund_order', REFUND, manager());
    expect(called.code).toBe('RATE_LIMITED');
  });

  it('counts what was spent on the tool', async () => {
    const registry = app.get(ToolRegistry);
    // A plan costs 1 unit; 26 of them leave less than the 5 that a request takes.
    for (let time = 0; time < 26; time++)
      expect((await registry.call('refund_order', REFUND, manager().asPlan())).type).toBe('plan');
    expect((await refunds('demo-manager')).status).toBe(429);
  });
});
