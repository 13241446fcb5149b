import { Module } from '@nestjs/common';
import { ChangeFreezeListener } from './change-freeze.listener.js';
import { SupportDeskRules } from './support-desk.rules.js';

@Module({
  providers: [SupportDeskRules, ChangeFreezeListener],
  exports: [SupportDeskRules, ChangeFreezeListener],
})
export class GovernanceModule {}
