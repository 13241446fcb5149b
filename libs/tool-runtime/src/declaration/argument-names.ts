/** Names through which an assignment could reach a prototype; the runtime refuses them in arguments too. */
const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Taken out of the arguments before they are checked. */
export const CONFIRM_TOKEN_NAME = 'confirm_token';
/** Taken out of the arguments of a tool whose calls can need an approval. */
export const VERIFICATION_ID_NAME = 'verification_id';

/**
 * @param needsApproval whether calls of the tool can need an approval
 * @returns why a name cannot be an argument or property of a tool's input; undefined when it can
 */
export function unusableNameReason(
  name: unknown,
  atRoot: boolean,
  needsApproval = false,
): string | undefined {
  if (typeof name !== 'string' || name === '') return 'give it a name of at least one character';
  if (PROTOTYPE_NAMES.has(name)) return `"${name}" could reach a prototype; rename it`;
  if (atRoot && name === CONFIRM_TOKEN_NAME)
    return `"${CONFIRM_TOKEN_NAME}" carries the token of a confirmation; rename it`;
  if (atRoot && needsApproval && name === VERIFICATION_ID_NAME)
    return `"${VERIFICATION_ID_NAME}" says which approved call is meant, in a tool with "approval"; rename it`;
  return undefined;
}
