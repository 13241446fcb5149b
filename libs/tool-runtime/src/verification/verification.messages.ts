import { escapeForLine } from '../common/escape-for-line.js';
import { counted } from '../tool-runtime.messages.js';

const ID_LENGTH = 128;

const shown = (id: string) => `'${escapeForLine(id, ID_LENGTH)}'`;

// For reviewers

export const unknownVerification = (id: string) =>
  `There is no verification ${shown(id)} that you could decide. It may have ended some time ago.`;

export const verificationExpired = (id: string) =>
  `Verification ${shown(id)} has expired. It has to be asked for again.`;

export const verificationResolved = (id: string, how: string) =>
  `Verification ${shown(id)} has been ${how} already. A decision is final.`;

export const ownRequest = (id: string) =>
  `You have asked for verification ${shown(id)} yourself, so somebody else must decide.`;

export const approvedBefore = (id: string, missing: number) =>
  `You have approved ${shown(id)} already. ${counted(missing, 'more approval')} must come from others.`;

export const anonymousReviewer = () =>
  'Nobody is signed in, and a decision needs a name. Sign in and try again.';

export const reviewerScopeMissing = (id: string, scopes: readonly string[]) =>
  `To decide on verification ${shown(id)} you need one of the scopes: ${scopes.map((scope) => escapeForLine(scope, ID_LENGTH)).join(', ')}.`;

export const notYourName = (argument: string) =>
  `'${argument}' must be your own name or be left out: who you are is known from how you are signed in.`;

export const otherSubject = (id: string) =>
  `Verification ${shown(id)} is about another subject. Look it up again and decide on what it says.`;

export const idTaken = (id: string) =>
  `There is a verification ${shown(id)} already. Use another request_id, or leave it out to get a new one.`;

export const verificationsFull = (ofCaller: boolean) =>
  ofCaller
    ? 'Too many verifications of yours are open. Wait until some of them are decided or expire.'
    : 'Too many verifications are open. Try again later.';

export const verificationUnavailable = () =>
  'Verifications are not available at the moment. Nothing has been decided. Try again later.';

// For callers

export const approvalRequested = (summary: string, needed: number, id: string) =>
  `${summary} needs ${needed === 1 ? 'an approval' : `the approval of ${needed} people`}. Nothing has been done yet. Once it is granted, call the tool again with verification_id ${shown(id)}; all other arguments are ignored then. Until it is granted, such a call tells how it stands.`;

export const approvalPending = (given: number, needed: number) =>
  `The approval is still pending (${given} of ${needed} given). Nothing has been done yet. Call again with the same verification_id later.`;

export const approvalUnknown = () =>
  'There is no approval of yours under this verification_id for this tool. Call the tool without verification_id to ask for one.';

export const approvalToolChanged = () =>
  'The tool has changed since this call was submitted for approval. Call it without verification_id to ask again.';

export const approvalUnconfirmed = () =>
  'This call has to be confirmed now, which it had not to be when it was submitted for approval. Call the tool without verification_id to ask again.';

export const approvalDamaged = () =>
  'The stored call does not match what was approved, so it was not made. Call the tool without verification_id to ask again.';

export const approvalRejected = (reason: string | null) =>
  reason ? `The approval was rejected: ${reason}` : 'The approval was rejected.';

export const approvalExpired = (wasGranted: boolean) =>
  wasGranted
    ? 'The approval was granted, and expired before it was used. Call the tool without verification_id to ask again.'
    : 'The approval expired before it was granted. Call the tool without verification_id to ask again.';

export const approvalUsed = (requestId: string) =>
  `The approval has been used by an earlier call (request ${escapeForLine(requestId, ID_LENGTH)}). One approval releases one call.`;

// For results and records

export const EXPIRED_REASON = 'expired';

export const verifierFailed = (verifier: string) =>
  `The verifier ${escapeForLine(verifier, ID_LENGTH)} failed, so nobody was asked.`;

// For the log

export const expiryUnread = (fault: string) =>
  `Verifications that have expired cannot be announced, because their store failed: ${fault}`;
