import { Module } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { PolicyRuleProvider, ToolRuntimeModule } from '@toolgate/tool-runtime';
import { CustomersModule } from './customers/customers.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { GovernanceModule } from './governance/governance.module.js';
import { SupportDeskRules } from './governance/support-desk.rules.js';
import { IdentityModule } from './identity/identity.module.js';
import { InventoryModule } from './inventory/inventory.module.js';
import { KnowledgeBaseModule } from './knowledge-base/knowledge-base.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { RefundsModule } from './refunds/refunds.module.js';

@Module({
  imports: [
    EventEmitterModule.forRoot(),
    ToolRuntimeModule.forRoot({
      rateLimit: { limit: 30, windowMs: 60_000 },
      imports: [GovernanceModule],
      providers: [{ provide: PolicyRuleProvider, useExisting: SupportDeskRules }],
    }),
    IdentityModule,
    GovernanceModule,
    CustomersModule,
    ExportsModule,
    InventoryModule,
    KnowledgeBaseModule,
    OrdersModule,
    RefundsModule,
  ],
})
export class AppModule {}
