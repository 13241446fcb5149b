export enum OrderStatus {
  Open = 'open',
  Shipped = 'shipped',
  Delivered = 'delivered',
  Refunded = 'refunded',
}

export interface OrderLine {
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  /** Cents. */
  readonly unitPrice: number;
}

export interface Address {
  street: string;
  city: string;
  postcode: string;
  country: string;
}

export interface Order {
  readonly id: string;
  readonly customerId: string;
  status: OrderStatus;
  readonly placedAt: Date;
  readonly lines: readonly OrderLine[];
  address: Address;
}

/** Sum of an order, cents. */
export function totalOf(order: Order): number {
  return order.lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0);
}
