import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { ExportsTools } from './exports.tools.js';

@Module({ imports: [OrdersModule], providers: [ExportsTools] })
export class ExportsModule {}
