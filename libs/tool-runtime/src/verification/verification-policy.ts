/**
 * How many people must say yes: one, two, or so many; `auto` leaves it to the verifier, or to whoever decides first. Text, so that it can be
 * stored, sent and compared as it is.
 */
export type VerificationPolicy = 'single' | 'dual' | 'auto' | `quorum(${number})`;

/** Most people a quorum can ask for. */
export const LARGEST_QUORUM = 100;

const QUORUM = /^quorum\(([1-9]\d{0,2})\)$/;

/** True for a policy that {@link approvalsNeeded} can count: `quorum(n)` has a whole number from 1 to {@link LARGEST_QUORUM}. */
export function isVerificationPolicy(value: unknown): value is VerificationPolicy {
  if (value === 'single' || value === 'dual' || value === 'auto') return true;
  return typeof value === 'string' && quorumOf(value) !== undefined;
}

/** The policy of a quorum. @throws RangeError for a number of people that no quorum can have */
export function quorum(people: number): VerificationPolicy {
  const policy = `quorum(${people})` as const;
  if (isVerificationPolicy(policy)) return policy;
  throw new RangeError(
    `quorum: the number of people must be a whole number from 1 to ${LARGEST_QUORUM}, got ${people}.`,
  );
}

/** How many different people must approve before a verification is granted. */
export function approvalsNeeded(policy: VerificationPolicy): number {
  if (policy === 'dual') return 2;
  return quorumOf(policy) ?? 1;
}

function quorumOf(policy: string): number | undefined {
  const people = Number(QUORUM.exec(policy)?.[1]);
  return people >= 1 && people <= LARGEST_QUORUM ? people : undefined;
}
