import { Module } from '@nestjs/common';
import { OrdersPrompts } from './orders.prompts.js';
import { OrdersResources } from './orders.resources.js';
import { OrdersService } from './orders.service.js';
import { OrdersTools } from './orders.tools.js';

@Module({
  providers: [OrdersService, OrdersTools, OrdersResources, OrdersPrompts],
  exports: [OrdersService],
})
export class OrdersModule {}
