import { settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { VerificationContext } from './verification-context.js';
import type { VerificationRequest } from './verification-request.js';
import { VerificationResult } from './verification-result.js';
import type { Verifier } from './verifier.js';

/** What a rule says: nothing, so that the next one is asked, or a decision and why. */
export type RuleDecision =
  | undefined
  | { readonly decision: 'pass'; readonly reason?: string }
  | { readonly decision: 'fail' | 'waive'; readonly reason: string };

/** A rule that decides by what it is shown, and always the same way. */
export interface VerificationRule {
  /** For results and records: `small_amounts`. */
  readonly name: string;
  decide(request: VerificationRequest, context: VerificationContext): Awaitable<RuleDecision>;
}

/**
 * Decides by rules, in the order they are given; what no rule decides goes to another verifier, usually to people.
 *
 * @example
 * ```ts
 * {
 *   provide: Verifier,
 *   inject: [HumanVerifier],
 *   useFactory: (people: HumanVerifier) => new RuleVerifier([smallAmounts], people),
 * }
 * ```
 */
export class RuleVerifier implements Verifier {
  readonly name = 'rule_verifier';

  /** @param otherwise asked when no rule decides */
  constructor(
    private readonly rules: readonly VerificationRule[],
    private readonly otherwise: Verifier,
  ) {}

  verify(
    request: VerificationRequest,
    context: VerificationContext,
  ): Awaitable<VerificationResult> {
    return this.ask(0, request, context);
  }

  private ask(
    index: number,
    request: VerificationRequest,
    context: VerificationContext,
  ): Awaitable<VerificationResult> {
    const rule = this.rules[index];
    if (!rule) return this.otherwise.verify(request, context);
    return settle(rule.decide(request, context), (said) =>
      said ? this.resultOf(rule, said) : this.ask(index + 1, request, context),
    );
  }

  private resultOf(
    { name }: VerificationRule,
    said: NonNullable<RuleDecision>,
  ): VerificationResult {
    const { decision, reason } = said;
    const metadata = { rule: name };
    if (decision === 'pass')
      return VerificationResult.pass(this.name, null, {
        ...metadata,
        ...(reason === undefined ? {} : { reason }),
      });
    if (decision === 'waive') return VerificationResult.waived(reason, null, this.name, metadata);
    if (decision === 'fail') return VerificationResult.fail(reason, [], this.name, metadata);
    throw new TypeError(
      `RuleVerifier: the rule ${name} decided ${JSON.stringify(decision)}. A decision is 'pass', 'fail' or 'waive', or undefined for no opinion.`,
    );
  }
}
