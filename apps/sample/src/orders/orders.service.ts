import { Injectable, NotFoundException } from '@nestjs/common';
import { demoOrders } from './orders.data.js';
import type { Address, Order, OrderStatus } from './order.js';

/** A page of orders and how many there are in all. */
export interface OrderPage {
  readonly items: readonly Order[];
  readonly total: number;
}

@Injectable()
export class OrdersService {
  private readonly orders = new Map(demoOrders().map((order) => [order.id, order]));

  /** Newest first. */
  page(page: number, limit: number, status?: OrderStatus): OrderPage {
    const matching = this.newestFirst().filter((order) => !status || order.status === status);
    return { items: matching.slice((page - 1) * limit, page * limit), total: matching.length };
  }

  newestFirst(): Order[] {
    return [...this.orders.values()].toSorted(
      (a, b) => b.placedAt.getTime() - a.placedAt.getTime(),
    );
  }

  /** Order numbers that begin with what somebody has typed. */
  idsBeginningWith(text: string): string[] {
    return [...this.orders.keys()].filter((id) => id.startsWith(text.toUpperCase())).toSorted();
  }

  /** @throws NotFoundException */
  get(id: string): Order {
    const order = this.orders.get(id);
    if (!order) throw new NotFoundException(`There is no order ${id}.`);
    return order;
  }

  /** @throws NotFoundException */
  changeAddress(id: string, changes: Partial<Address>): Order {
    const order = this.get(id);
    Object.assign(order.address, changes);
    return order;
  }
}
