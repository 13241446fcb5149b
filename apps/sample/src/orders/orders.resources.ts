import { Injectable } from '@nestjs/common';
import { Completes, ResourceParam, ResourceTemplate } from '@toolgate/mcp';
import type { CompletionRequest } from '@toolgate/mcp';
import { totalOf } from './order.js';
import { OrdersService } from './orders.service.js';

/** Orders as resources: a client puts one into the conversation by its URI, without a tool call. */
@Injectable()
export class OrdersResources {
  constructor(private readonly orders: OrdersService) {}

  @ResourceTemplate({
    uriTemplate: 'orders://{order_id}',
    name: 'order',
    title: 'Order',
    description: 'Everything about one order.',
    scopes: ['orders:read'],
    tags: ['orders'],
    annotations: { audience: ['user', 'assistant'] },
  })
  order(@ResourceParam('order_id', { pattern: '^A-\\d{4}$' }) id: string) {
    const order = this.orders.get(id);
    return { ...order, total: totalOf(order) };
  }

  @Completes({ resourceTemplate: 'order', argument: 'order_id' })
  orderIds({ value }: CompletionRequest) {
    return this.orders.idsBeginningWith(value);
  }
}
