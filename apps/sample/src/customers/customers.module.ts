import { Module } from '@nestjs/common';
import { CustomersService } from './customers.service.js';
import { CustomersTools } from './customers.tools.js';

@Module({ providers: [CustomersService, CustomersTools] })
export class CustomersModule {}
