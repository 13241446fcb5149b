import { Injectable, UseGuards, UseInterceptors } from '@nestjs/common';
import { Tool, ToolParam } from '@toolgate/tool-runtime';
import type { Customer } from './customers.service.js';
import { CustomersService } from './customers.service.js';
import { MaskEmailInterceptor } from './mask-email.interceptor.js';
import { RegionGuard } from './region.guard.js';

@Injectable()
export class CustomersTools {
  constructor(private readonly customers: CustomersService) {}

  @Tool({
    name: 'get_customer',
    title: 'Get a customer',
    description: 'Name, region and masked e-mail address of a customer.',
    scopes: ['customers:read'],
    tags: ['customers'],
  })
  @UseGuards(RegionGuard)
  @UseInterceptors(MaskEmailInterceptor)
  get(
    @ToolParam('customer_id', { description: 'Customer number, for example C-1' }) id: string,
  ): Customer {
    return this.customers.get(id);
  }
}
