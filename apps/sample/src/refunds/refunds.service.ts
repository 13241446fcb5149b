import { Injectable } from '@nestjs/common';
import { ToolError } from '@toolgate/tool-runtime';
import { OrderStatus, totalOf } from '../orders/order.js';
import { OrdersService } from '../orders/orders.service.js';
import type { RefundReason } from './refund-order.input.js';

export interface Refund {
  readonly id: string;
  readonly orderId: string;
  /** Cents. */
  readonly amount: number;
  readonly reason: RefundReason;
  readonly by: string;
}

@Injectable()
export class RefundsService {
  private readonly refunds: Refund[] = [];

  constructor(private readonly orders: OrdersService) {}

  /** @throws ToolError when more would be paid back than was paid */
  refund(request: Omit<Refund, 'id'>): Refund {
    const order = this.orders.get(request.orderId);
    const paidBack = this.of(order.id).reduce((sum, { amount }) => sum + amount, 0);
    const left = totalOf(order) - paidBack;
    if (request.amount > left)
      throw new ToolError(`Order ${order.id} has ${left} cents left to refund.`, {
        code: 'CONFLICT',
        data: { left },
      });
    const refund = { id: `R-${this.refunds.length + 1}`, ...request };
    this.refunds.push(refund);
    if (request.amount === left) order.status = OrderStatus.Refunded;
    return refund;
  }

  of(orderId: string): readonly Refund[] {
    return this.refunds.filter((refund) => refund.orderId === orderId);
  }

  all(): readonly Refund[] {
    return this.refunds;
  }
}
