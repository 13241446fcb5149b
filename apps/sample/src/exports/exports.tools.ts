import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Tool, ToolContext, ToolCtx, ToolParam } from '@toolgate/tool-runtime';
import { totalOf } from '../orders/order.js';
import { OrdersService } from '../orders/orders.service.js';

const BATCH = 10;
/** What reading one batch takes in this demo, milliseconds. */
const BATCH_MS = 40;

@Injectable()
export class ExportsTools {
  constructor(private readonly orders: OrdersService) {}

  @Tool({
    name: 'export_orders',
    title: 'Export orders',
    description:
      'All orders of a time span as CSV. Takes a while; reports progress and can be cancelled.',
    scopes: ['orders:export'],
    timeoutMs: 10_000,
    // Reading everything is dear: three exports a minute.
    rateLimit: { limit: 3, windowMs: 60_000 },
    tags: ['orders'],
  })
  async export(
    @ToolCtx() context: ToolContext,
    @ToolParam('from', { description: 'First day, with time zone' }) from: Date,
    @ToolParam('to', { description: 'Last day; now when left out', required: false }) to?: Date,
  ) {
    const last = to ?? new Date();
    const orders = this.orders
      .newestFirst()
      .filter(({ placedAt }) => placedAt >= from && placedAt <= last);
    const lines = ['id,placed_at,status,total'];
    for (let done = 0; done < orders.length; done += BATCH) {
      await sleep(BATCH_MS, undefined, { signal: context.signal });
      const batch = orders.slice(done, done + BATCH);
      lines.push(
        ...batch.map((order) =>
          [order.id, order.placedAt.toISOString(), order.status, totalOf(order)].join(','),
        ),
      );
      context.reportProgress({
        progress: Math.min(done + BATCH, orders.length),
        total: orders.length,
      });
    }
    return { rows: orders.length, csv: lines.join('\n') };
  }
}
