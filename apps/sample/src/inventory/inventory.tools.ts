import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Tool, ToolContext, ToolCtx, ToolParam } from '@toolgate/tool-runtime';

/** How long the warehouse of this demo takes to answer, milliseconds: longer than anybody waits. */
const WAREHOUSE_MS = 5_000;

@Injectable()
export class InventoryTools {
  @Tool({
    name: 'check_stock',
    title: 'Check stock',
    description: 'Ask the warehouse how many of an article are left. The warehouse is slow today.',
    scopes: ['inventory:read'],
    timeoutMs: 150,
    tags: ['inventory'],
  })
  async check(
    @ToolParam('sku', { description: 'Article number, for example KB-75' }) sku: string,
    @ToolCtx() context: ToolContext,
  ) {
    await sleep(WAREHOUSE_MS, undefined, { signal: context.signal });
    return { sku, left: 7 };
  }
}
