import { Controller, Get, Param } from '@nestjs/common';
import { UseToolPolicy } from '@toolgate/tool-runtime';
import type { Refund } from './refunds.service.js';
import { RefundsService } from './refunds.service.js';

/** An ordinary route under the same policy and the same budget as the tool. */
@Controller('refunds')
export class RefundsController {
  constructor(private readonly refunds: RefundsService) {}

  @Get(':orderId')
  @UseToolPolicy('refund_order')
  list(@Param('orderId') orderId: string): readonly Refund[] {
    return this.refunds.of(orderId);
  }
}
