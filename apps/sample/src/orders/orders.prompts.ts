import { Injectable } from '@nestjs/common';
import { Completes, Prompt, PromptArg } from '@toolgate/mcp';
import type { CompletionRequest, PromptMessageInput } from '@toolgate/mcp';
import { totalOf } from './order.js';
import { OrdersService } from './orders.service.js';

/** What people of the desk start a conversation with. */
@Injectable()
export class OrdersPrompts {
  constructor(private readonly orders: OrdersService) {}

  @Prompt({
    name: 'handle_complaint',
    title: 'Handle a complaint',
    description: 'What to do about an order that a customer complains about.',
    scopes: ['orders:read'],
    tags: ['orders'],
  })
  complaint(
    @PromptArg('order_id', { description: 'Order number', pattern: '^A-\\d{4}$' }) id: string,
    @PromptArg('tone', {
      description: 'How to write to the customer',
      enum: ['formal', 'friendly'],
      default: 'friendly',
    })
    tone: string,
  ): readonly PromptMessageInput[] {
    const order = this.orders.get(id);
    const text = JSON.stringify({ ...order, total: totalOf(order) });
    return [
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: { uri: `orders://${id}`, mimeType: 'application/json', text },
        },
      },
      {
        role: 'user',
        content: `The customer complains about this order. Look up what our articles say, propose what we should do, and draft a ${tone} reply. Amounts are in cents.`,
      },
    ];
  }

  @Completes({ prompt: 'handle_complaint', argument: 'order_id' })
  orderIds({ value }: CompletionRequest) {
    return this.orders.idsBeginningWith(value);
  }
}
