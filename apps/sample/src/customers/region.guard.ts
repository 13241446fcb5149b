import { ForbiddenException, Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { getToolContext } from '@toolgate/tool-runtime';
import { CustomersService } from './customers.service.js';

/** Customers of a region are only for those who work for it: a rule about the data, which no scope can express. */
@Injectable()
export class RegionGuard implements CanActivate {
  constructor(private readonly customers: CustomersService) {}

  canActivate(execution: ExecutionContext): boolean {
    const { customer_id: id } = execution.getArgByIndex<{ customer_id: string }>(1);
    const { region } = this.customers.get(id);
    const context = getToolContext(execution);
    if (region === 'eu' || context.hasScope(`region:${region}`)) return true;
    throw new ForbiddenException(`Customer ${id} belongs to the ${region} desk.`);
  }
}
