import type { AskCapability, Exchange } from '@toolgate/tool-runtime';
import { missingCapabilities } from '../protocol/client-capabilities.js';
import type { ClientCapabilities } from '../protocol/client-capabilities.js';

/** How one call asks its client. */
export type CallAsking = Required<Pick<Exchange, 'can' | 'ask'>> &
  Pick<Exchange, 'recall' | 'remember' | 'isResumed' | 'suspends'>;

/** What a client must declare for each thing it can be asked (MCP `ClientCapabilities`). */
export const REQUIRED: ReadonlyMap<string, ClientCapabilities> = new Map<
  AskCapability,
  ClientCapabilities
>([
  ['elicitation', { elicitation: { form: {} } }],
  ['elicitation.url', { elicitation: { url: {} } }],
  ['sampling', { sampling: {} }],
  ['roots', { roots: {} }],
]);

/** Whether a client has declared it. */
export function declares(declared: ClientCapabilities, capability: AskCapability): boolean {
  const required = REQUIRED.get(capability);
  return required !== undefined && missingCapabilities(required, declared) === undefined;
}

/** Whether there is anything at all that a client can be asked. */
export function canBeAsked(declared: ClientCapabilities): boolean {
  return (
    Object.hasOwn(declared, 'elicitation') ||
    Object.hasOwn(declared, 'sampling') ||
    Object.hasOwn(declared, 'roots')
  );
}
