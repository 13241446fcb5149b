import { Module } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { McpModule, TokenValidator } from '@toolgate/mcp';
import { PolicyRuleProvider, ToolRuntimeModule } from '@toolgate/tool-runtime';
import { ApprovalsModule } from '@toolgate/tool-runtime/approvals';
import { CustomersModule } from './customers/customers.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { GovernanceModule } from './governance/governance.module.js';
import { SupportDeskRules } from './governance/support-desk.rules.js';
import { BearerGuard } from './identity/bearer.guard.js';
import { demoTokens } from './identity/demo-tokens.js';
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
      // Large refunds wait for a refund manager, who decides over MCP or at the routes below.
      verification: { tools: true, resolveScopes: ['orders:refund'] },
      imports: [GovernanceModule],
      providers: [{ provide: PolicyRuleProvider, useExisting: SupportDeskRules }],
    }),
    McpModule.forRoot({
      serverInfo: { name: 'support-desk', title: 'Support desk', version: '0.1.0' },
      instructions:
        'The orders of a web shop. Amounts are in cents, times have a time zone. Ask the person before you confirm a refund.',
      // Without a session an older client cannot be asked anything.
      http: { sessions: {} },
      providers: [{ provide: TokenValidator, useFactory: demoTokens }],
    }),
    ApprovalsModule.forRoot({ guards: [BearerGuard] }),
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
