import type {
  VerificationApproval,
  VerificationEntry,
  VerificationVote,
} from '@toolgate/tool-runtime';

/** A call of `ann` that waits for one approval, or what a test makes of it. */
export function someVerification(change: Partial<VerificationEntry> = {}): VerificationEntry {
  return {
    id: 'v',
    subject: null,
    policy: 'single',
    needed: 1,
    scopes: ['refunds:approve'],
    excludeRequester: true,
    requestedBy: 'ann',
    channel: 'web',
    owner: 'ann',
    binding: 'ann, refund_order',
    call: {
      tool: 'refund_order',
      fingerprint: 'fingerprint-1',
      arguments: { id: 'A-1', amount: 40.5, lines: [{ sku: 'ü\u0000', gift: null }], __note: true },
      argumentsDigest: 'digest',
      sentDigest: 'digest of what was sent',
      sensitive: [['card', '*', 'number']],
      policyVersion: 'policy-1',
      confirmed: false,
    },
    summary: 'refund_order(id=A-1, amount=40.5, …)',
    details: { id: 'A-1', amount: 40.5 },
    challenge: '00112233445566778899aabbccddeeff',
    openedAt: 1_700_000_000_000,
    decideWithinMs: 60_000,
    useWithinMs: 60_000,
    keepMs: 60_000,
    ...change,
  };
}

/** The no of a person, or what a test makes of it. */
export function someVote(person: string, change: Partial<VerificationVote> = {}): VerificationVote {
  return {
    person,
    principal: person,
    channel: 'web',
    verifier: 'human_verifier',
    reason: null,
    at: 1_700_000_001_000,
    ...change,
  };
}

/** The yes of a person, or what a test makes of it. */
export function someApproval(
  person: string,
  change: Partial<VerificationApproval> = {},
): VerificationApproval {
  return { ...someVote(person), waives: false, ...change };
}
