import { isObject } from './message.reader.js';

/** What a client can do, by name; an empty object is a capability without options. */
export type ClientCapabilities = Readonly<Record<string, unknown>>;

/**
 * What of `required` a client has not declared; undefined when nothing is missing. Elicitation without a mode is elicitation by form
 * (2025-11-25, client/elicitation).
 */
export function missingCapabilities(
  required: ClientCapabilities,
  declared: ClientCapabilities,
): ClientCapabilities | undefined {
  const missing: Record<string, unknown> = {};
  for (const [name, options] of Object.entries(required)) {
    const lacking = lackingOptions(name, options, declared);
    if (lacking) missing[name] = lacking;
  }
  return Object.keys(missing).length > 0 ? missing : undefined;
}

function lackingOptions(
  name: string,
  options: unknown,
  declared: ClientCapabilities,
): Readonly<Record<string, unknown>> | undefined {
  const needed = isObject(options) ? options : {};
  const has = Object.hasOwn(declared, name) ? declared[name] : undefined;
  if (!isObject(has)) return needed;
  const given = name === 'elicitation' && Object.keys(has).length === 0 ? { form: {} } : has;
  const lacking = Object.entries(needed).filter(([option]) => !Object.hasOwn(given, option));
  return lacking.length > 0 ? Object.fromEntries(lacking) : undefined;
}
