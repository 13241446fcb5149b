import { CALLERS } from './tool-access.js';
import type { AccessVerdict, ToolAccess } from './tool-access.js';

/** How freely a tool can be called on a channel: what colours are chosen by. */
export type AccessLevel = 'open' | 'limited' | 'closed' | 'unclear';

/** The access to one tool on one channel in a few words. */
export interface AccessWords {
  readonly text: string;
  readonly level: AccessLevel;
}

/** What every word means, for a legend. */
export const ACCESS_LEGEND: readonly (readonly [word: string, meaning: string])[] = [
  ['anyone', 'callers without an identity too'],
  ['signed in', 'whoever has an identity; no scope is needed'],
  ['with scopes', 'whoever has an identity, where the channel asks for one, and the scopes'],
  ['no one', 'every call is refused'],
  ['undecided', 'the policy of the host gave no answer; it may need --live'],
  ['+ask', 'the first call is answered with a request to confirm'],
];

/** The weakest caller who gets through, and whether that caller is asked first. */
export function accessWords(access: ToolAccess): AccessWords {
  const verdicts = CALLERS.map((caller) => access[caller]);
  if (verdicts.includes('undecided')) return { text: 'undecided', level: 'unclear' };
  const admitted = verdicts.map((verdict) => verdict !== 'denied');
  const first = admitted.indexOf(true);
  if (first === -1) return { text: 'no one', level: 'closed' };
  const through = verdicts.slice(first);
  // A gate of the host's own can prefer weaker callers; then no single word is true.
  if (!through.every((verdict) => verdict === through[0])) return unusual(access);
  const word = (['anyone', 'signed in', 'with scopes'] as const)[first]!;
  const asks = through[0] === 'confirm' ? ' +ask' : '';
  return { text: `${word}${asks}`, level: first === 0 && asks === '' ? 'open' : 'limited' };
}

function unusual(access: ToolAccess): AccessWords {
  const said: Record<AccessVerdict, string> = {
    allowed: 'yes',
    confirm: 'ask',
    denied: 'no',
    undecided: '?',
  };
  return {
    text: CALLERS.map((caller) => `${caller} ${said[access[caller]]}`).join(', '),
    level: 'unclear',
  };
}
