import { isRecord } from '../common/json.js';
import type { PolicyRule } from './policy-rule-provider.js';
import { ruleMalformed } from './policy.messages.js';

/** What a rule provider returned is not a rule. The message names the member, never its value. */
export class MalformedRuleError extends Error {
  constructor(member: string) {
    super(ruleMalformed(member));
    this.name = 'MalformedRuleError';
  }
}

/**
 * Reads a provider's answer once into a rule of our own, so that a getter cannot answer twice differently.
 * @throws MalformedRuleError when it is not a rule: an unknown effect or a misshapen member must never be taken for consent
 */
export function readPolicyRule(answer: unknown): PolicyRule {
  if (!isRecord(answer)) throw new MalformedRuleError('the whole of it');
  const { id = null, effect, requiresScopes = null, description = null } = answer;
  if (effect !== 'allow' && effect !== 'deny') throw new MalformedRuleError('effect');
  if (id !== null && typeof id !== 'string' && typeof id !== 'number')
    throw new MalformedRuleError('id');
  if (description !== null && typeof description !== 'string')
    throw new MalformedRuleError('description');
  if (requiresScopes !== null && !isListOfStrings(requiresScopes))
    throw new MalformedRuleError('requiresScopes');
  return { id, effect, requiresScopes, description };
}

function isListOfStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((member) => typeof member === 'string');
}
