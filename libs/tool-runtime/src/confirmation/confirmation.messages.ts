/** One answer for a token that is unknown, expired, used, or somebody else's: the difference is nobody's business. */
export const invalidConfirmationToken = (): string => 'Invalid or expired confirmation token';

/** `refund_order(id=A-1, amount=40)`: what somebody is asked to say yes to. */
export const confirmationSummary = (
  tool: string,
  shown: readonly (readonly [name: string, value: string])[],
  hasMore: boolean,
): string => {
  const members = shown.map(([name, value]) => `${name}=${value}`);
  return `${tool}(${(hasMore ? [...members, '…'] : members).join(', ')})`;
};
