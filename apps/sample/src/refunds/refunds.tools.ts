import { Injectable } from '@nestjs/common';
import { Tool, ToolContext, ToolCtx, ToolInput, ToolResult } from '@toolgate/tool-runtime';
import { RefundOrderInput } from './refund-order.input.js';
import { RefundsService } from './refunds.service.js';

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
