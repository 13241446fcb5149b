import { escapeForLine } from '../common/escape-for-line.js';
import { counted } from '../tool-runtime.messages.js';

const SUBJECT_LENGTH = 200;

const shown = (text: string) => `'${escapeForLine(text, SUBJECT_LENGTH)}'`;

export const RESERVED_FOR =
  'the tools of verification.tools; turn that option off, or choose another name';

export const blank = (field: string) => `${field} is required`;

export const badDecision = () => 'decision must be grant|reject';

export const quorumNeedsNumber = () =>
  "policy 'quorum' needs quorum, the number of people who must approve, from 1 to 100";

export const quorumWithoutPolicy = () => "quorum is only for policy 'quorum'";

export const requested = (subject: string, policy: string, id: string) =>
  `Verification of ${shown(subject)} requested (policy ${policy}). Somebody else has to call resolve_verification with request_id ${shown(id)}.`;

export const decidedAtOnce = (subject: string, how: 'granted' | 'rejected') =>
  `Verification of ${shown(subject)} was ${how} by a rule.`;

export const resolved = (what: string, how: 'granted' | 'rejected') =>
  `Verification ${how} for ${shown(what)}.`;

export const counting = (what: string, missing: number) =>
  `Approval of ${shown(what)} counted. ${counted(missing, 'more approval')} must come from others.`;

export const waiting = (count: number) =>
  count === 0 ? 'Nothing waits for you.' : `${counted(count, 'verification')} for you to decide.`;
