import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsService } from './refunds.service.js';
import { RefundsTools } from './refunds.tools.js';

@Module({
  imports: [OrdersModule],
  controllers: [RefundsController],
  providers: [RefundsService, RefundsTools],
})
export class RefundsModule {}
