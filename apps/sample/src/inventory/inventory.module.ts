import { Module } from '@nestjs/common';
import { InventoryTools } from './inventory.tools.js';

@Module({ providers: [InventoryTools] })
export class InventoryModule {}
