import { Injectable, NotFoundException } from '@nestjs/common';

export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly region: 'eu' | 'us';
}

const CUSTOMERS: readonly Customer[] = [
  { id: 'C-1', name: 'Joana Prado', email: 'joana.prado@example.com', region: 'eu' },
  { id: 'C-2', name: 'Mikkel Sand', email: 'mikkel@example.org', region: 'eu' },
  { id: 'C-3', name: 'Noor Haddad', email: 'noor.h@example.net', region: 'eu' },
  { id: 'C-4', name: 'Wes Carter', email: 'wes.carter@example.com', region: 'us' },
  { id: 'C-5', name: 'Inês Duarte', email: 'ines@example.org', region: 'eu' },
  { id: 'C-6', name: 'Tom Okafor', email: 'tom.okafor@example.net', region: 'us' },
];

@Injectable()
export class CustomersService {
  private readonly customers = new Map(CUSTOMERS.map((customer) => [customer.id, customer]));

  /** @throws NotFoundException */
  get(id: string): Customer {
    const customer = this.customers.get(id);
    if (!customer) throw new NotFoundException(`There is no customer ${id}.`);
    return customer;
  }
}
