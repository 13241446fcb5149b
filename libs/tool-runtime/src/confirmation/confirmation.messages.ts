/** One answer for a token that is unknown, expired, used, or somebody else's: the difference is nobody's business. */
export const invalidConfirmationToken = (): string => 'Invalid or expired confirmation token';

/** What a person reads who is asked at their client. @param summary made of the arguments that will run */
export const askToConfirm = (summary: string): string =>
  `An agent wants to run ${summary}. Nothing happens unless you say yes.`;

export const notConfirmed = (): string =>
  'The person who was asked did not confirm it. Nothing was done.';

export const humanNeeded = ({ name }: { readonly name: string }): string =>
  `${name} has to be confirmed by a person, and the client that called cannot ask one (elicitation). Call from a client that can.`;

/** `refund_order(id=A-1, amount=40)`: what somebody is asked to say yes to. */
export const confirmationSummary = (
  tool: string,
  shown: readonly (readonly [name: string, value: string])[],
  hasMore: boolean,
): string => {
  const members = shown.map(([name, value]) => `${name}=${value}`);
  return `${tool}(${(hasMore ? [...members, '…'] : members).join(', ')})`;
};
