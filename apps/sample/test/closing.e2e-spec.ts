import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { ToolRegistry } from '@toolgate/tool-runtime';
import { AppModule } from '../src/app.module.js';
import { agent, auditor } from './support/support-desk.js';

/** What keeps the process alive: timers, sockets, servers. */
const kept = () => process.getActiveResourcesInfo().sort();

describe('closing the support desk', () => {
  it('lets a running call finish and leaves no timer, socket or server behind', async () => {
    await sleep(10);
    const before = kept();
    const app = await NestFactory.create(AppModule, { logger: false });
    await app.listen(0, '127.0.0.1');
    const registry = app.get(ToolRegistry);
    await registry.call('check_stock', { sku: 'KB-75' }, agent());
    const running = registry.call(
      'export_orders',
      { from: '2026-10-06T00:00:00Z', to: '2026-12-31T00:00:00Z' },
      auditor(),
    );
    expect(kept().length).toBeGreaterThan(before.length);

    await app.close();

    expect((await running).data).toMatchObject({ rows: 7 });
    await sleep(10);
    expect(kept()).toEqual(before);
  });

  it('refuses calls afterwards', async () => {
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    const registry = app.get(ToolRegistry);
    await app.close();
    expect((await registry.call('list_orders', {}, agent())).code).toBe('CANCELLED');
  });
});
