import type {
  PolicyRule,
  PolicyRuleProvider,
  PolicyRuleQuery,
} from '../../libs/tool-runtime/src/policy/policy-rule-provider.js';

/** A rule provider that answers whatever a test wants, right or wrong, and remembers what it was asked. */
export class FakeRules implements PolicyRuleProvider {
  readonly queries: PolicyRuleQuery[] = [];

  constructor(private readonly answer: () => unknown) {}

  findMatchingRule(query: PolicyRuleQuery): PolicyRule {
    this.queries.push(query);
    return this.answer() as PolicyRule;
  }
}
