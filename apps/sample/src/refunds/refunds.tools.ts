import { Injectable } from '@nestjs/common';
import { Tool, ToolContext, ToolCtx, ToolInput, ToolResult } from '@toolgate/tool-runtime';
import { RefundOrderInput } from './refund-order.input.js';
import type { Refund } from './refunds.service.js';
import { RefundsService } from './refunds.service.js';

/** Most that is paid back without a second pair of eyes, cents. */
const LARGEST_UNSEEN = 50_000;

@Injectable()
export class RefundsTools {
  constructor(private readonly refunds: RefundsService) {}

  @Tool({
    name: 'refund_order',
    title: 'Refund an order',
    description: 'Pay an order back, wholly or in part. Asks for confirmation first.',
    scopes: ['orders:refund'],
    mutating: true,
    confirm: true,
    timeoutMs: 5_000,
    tags: ['refunds'],
  })
  refund(@ToolInput() input: RefundOrderInput, @ToolCtx() context: ToolContext) {
    return this.pay(input, context);
  }

  @Tool({
    name: 'request_refund',
    title: 'Ask for a refund',
    description:
      'Pay an order back for a customer. More than 500.00 waits until a refund manager has approved.',
    scopes: ['orders:write'],
    mutating: true,
    approval: {
      scopes: ['orders:refund'],
      when: ({ amount }: RefundOrderInput) => amount > LARGEST_UNSEEN,
    },
    timeoutMs: 5_000,
    tags: ['refunds'],
  })
  request(@ToolInput() input: RefundOrderInput, @ToolCtx() context: ToolContext) {
    return this.pay(input, context);
  }

  private pay(input: RefundOrderInput, context: ToolContext): ToolResult<Refund> {
    const refund = this.refunds.refund({
      orderId: input.order_id,
      amount: input.amount,
      reason: input.reason,
      by: context.principal ?? 'nobody',
    });
    return ToolResult.success(
      refund,
      `Refund ${refund.id} of ${refund.amount} cents is on its way.`,
    );
  }
}
