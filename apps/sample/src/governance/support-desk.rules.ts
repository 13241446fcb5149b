import { Injectable } from '@nestjs/common';
import type { PolicyRule, PolicyRuleProvider, PolicyRuleQuery } from '@toolgate/tool-runtime';

/** Most that may be refunded without a second pair of eyes, cents. */
const LARGEST_REFUND = 50_000;

/** The desk's own rules. A real host reads them from a database. */
@Injectable()
export class SupportDeskRules implements PolicyRuleProvider {
  findMatchingRule({ tool, arguments: args }: PolicyRuleQuery): PolicyRule | undefined {
    if (tool !== 'refund_order' || !args) return undefined;
    if (Number(args['amount']) <= LARGEST_REFUND) return undefined;
    return {
      id: 'large-refund',
      effect: 'deny',
      description: `Refunds over ${LARGEST_REFUND} cents are made by the finance team.`,
    };
  }
}
