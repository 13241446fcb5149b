import type { Address, Order, OrderLine } from './order.js';
import { OrderStatus } from './order.js';

const CATALOGUE: readonly Omit<OrderLine, 'quantity'>[] = [
  { sku: 'KB-75', title: 'Mechanical keyboard, 75 %', unitPrice: 12_900 },
  { sku: 'MS-ERG', title: 'Ergonomic mouse', unitPrice: 5_490 },
  { sku: 'HD-4K27', title: '27-inch 4K display', unitPrice: 38_900 },
  { sku: 'DK-TB4', title: 'Thunderbolt dock', unitPrice: 21_900 },
  { sku: 'CB-USBC', title: 'USB-C cable, 2 m', unitPrice: 1_490 },
];

const ADDRESSES: readonly Address[] = [
  { street: 'Hafenstraße 12', city: 'Hamburg', postcode: '20457', country: 'DE' },
  { street: 'Rua Augusta 8', city: 'Lisboa', postcode: '1100-048', country: 'PT' },
  { street: 'Nieuwe Gracht 41', city: 'Utrecht', postcode: '3512 LC', country: 'NL' },
];

const STATUSES = [
  OrderStatus.Open,
  OrderStatus.Shipped,
  OrderStatus.Delivered,
  OrderStatus.Delivered,
] as const;

const FIRST_DAY = Date.UTC(2026, 8, 1, 9);
const DAY = 86_400_000;

/** Forty-two orders, the same ones at every start. */
export function demoOrders(): Order[] {
  return Array.from({ length: 42 }, (_, index) => ({
    id: `A-${1001 + index}`,
    customerId: `C-${1 + (index % 6)}`,
    status: STATUSES[index % STATUSES.length]!,
    placedAt: new Date(FIRST_DAY + index * DAY),
    lines: linesOf(index),
    address: { ...ADDRESSES[index % ADDRESSES.length]! },
  }));
}

function linesOf(index: number): OrderLine[] {
  return Array.from({ length: 1 + (index % 3) }, (_, line) => ({
    ...CATALOGUE[(index + line * 2) % CATALOGUE.length]!,
    quantity: 1 + ((index + line) % 2),
  }));
}
