import { Injectable } from '@nestjs/common';
import { Tool, ToolError, ToolParam, ToolResult } from '@toolgate/tool-runtime';
import { OrderStatus, totalOf } from './order.js';
import type { Address, Order } from './order.js';
import { OrdersService } from './orders.service.js';

const ORDER_ID = { description: 'Order number, for example A-1001', pattern: '^A-\\d{4}$' };

@Injectable()
export class OrdersTools {
  constructor(private readonly orders: OrdersService) {}

  @Tool({
    name: 'list_orders',
    title: 'List orders',
    description: 'List orders, newest first. Use status to narrow the list.',
    scopes: ['orders:read'],
    tags: ['orders'],
  })
  list(
    @ToolParam('page', {
      description: 'Page number',
      clamp: [1, 1000],
      type: 'integer',
      default: 1,
    })
    page: number,
    @ToolParam('limit', {
      description: 'Orders per page',
      clamp: [1, 25],
      type: 'integer',
      default: 5,
    })
    limit: number,
    @ToolParam('status', {
      description: 'Only orders in this state',
      enum: OrderStatus,
      required: false,
    })
    status?: OrderStatus,
  ) {
    const { items, total } = this.orders.page(page, limit, status);
    return ToolResult.paginated(items.map(summary), { page, limit, totalItems: total });
  }

  @Tool({
    name: 'get_order',
    title: 'Get an order',
    description: 'Everything about one order.',
    scopes: ['orders:read'],
    tags: ['orders'],
  })
  get(@ToolParam('order_id', ORDER_ID) id: string) {
    const order = this.orders.get(id);
    return ToolResult.detail({ ...order, total: totalOf(order) }, 'Order', null, ['refund_order']);
  }

  @Tool({
    name: 'update_order_address',
    title: 'Change a delivery address',
    description: 'Change parts of the delivery address of an order that has not been shipped.',
    scopes: ['orders:write'],
    mutating: true,
    idempotent: true,
    tags: ['orders'],
  })
  updateAddress(
    @ToolParam('order_id', ORDER_ID) id: string,
    @ToolParam('changes', {
      description: 'The parts of the address to change',
      type: 'object',
      properties: {
        street: { type: 'string', minLength: 1, maxLength: 200 },
        city: { type: 'string', minLength: 1, maxLength: 100 },
        postcode: { type: 'string', minLength: 3, maxLength: 12 },
        country: { type: 'string', minLength: 2, maxLength: 2, description: 'ISO 3166 code' },
      },
      requiredProperties: [],
    })
    changes: Partial<Address>,
  ) {
    const { status } = this.orders.get(id);
    if (status !== OrderStatus.Open)
      throw new ToolError(`Order ${id} is ${status}; only open orders can be redirected.`, {
        code: 'CONFLICT',
      });
    const order = this.orders.changeAddress(id, changes);
    return ToolResult.success(order.address, `Order ${id} now goes to ${order.address.city}.`);
  }
}

function summary(order: Order) {
  return { id: order.id, name: order.lines[0]?.title, status: order.status, total: totalOf(order) };
}
