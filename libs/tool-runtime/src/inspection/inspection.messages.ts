import { escapeForLine } from '../common/escape-for-line.js';

/** Longest channel shown, characters. */
const CHANNEL_LENGTH = 120;

const shown = (channel: string) => `'${escapeForLine(channel, CHANNEL_LENGTH)}'`;

export const anonymousCaller = (channel: string) =>
  `Nobody is signed in: the caller is anonymous, and channel ${shown(channel)} requires a principal (require_auth), so authorize would deny.`;

export const unknownChannel = (channel: string) =>
  `Channel ${shown(channel)} has no policy, so it fails closed: its callers must be authenticated.`;

export const RULES_ASKED_WITHOUT_ARGUMENTS =
  "The host's rules were asked without arguments; for a call with arguments they may answer differently.";

export const RULES_NOT_ASKED =
  "The host's rules were not asked, because in preview their provider is not constructed; they may deny the call, or allow what the channel blocks.";

export const guardsNotAsked = (guards: readonly string[]) =>
  `No guard was asked; at the call ${guards.join(', ')} may deny.`;

export const MADE_PER_CALL =
  'The provider of the tool is made anew for each call, so it was not made here; if it or a guard it brings cannot be made, the call is denied or fails.';

export const listenersNow = (listeners: number) =>
  listeners === 1
    ? 'The application has 1 listener of tool.executing now; others may come or go before a call.'
    : `The application has ${listeners} listeners of tool.executing now; others may come or go before a call.`;

export const LISTENERS_UNKNOWN =
  'The listeners of tool.executing are not known, because in preview none is registered; any of them may answer or veto the call.';

export const stepUnreadable = (step: string, fault: string) =>
  `The step ${step} could not describe itself: ${fault}.`;

export const NO_END_FORETOLD = 'The call would pass every step.';
