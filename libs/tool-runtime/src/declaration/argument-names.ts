/** Names through which an assignment could reach a prototype; the runtime refuses them in arguments too. */
const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Taken out of the arguments before they are checked. */
export const CONFIRM_TOKEN_NAME = 'confirm_token';

/** @returns why a name cannot be an argument or property of a tool's input; undefined when it can */
export function unusableNameReason(name: unknown, atRoot: boolean): string | undefined {
  if (typeof name !== 'string' || name === '') return 'give it a name of at least one character';
  if (PROTOTYPE_NAMES.has(name)) return `"${name}" could reach a prototype; rename it`;
  if (atRoot && name === CONFIRM_TOKEN_NAME)
    return `"${CONFIRM_TOKEN_NAME}" carries the token of a confirmation; rename it`;
  return undefined;
}
