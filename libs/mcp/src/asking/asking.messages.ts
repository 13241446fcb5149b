export const keysNotShared = () =>
  'A call was sealed with a key that only this process knows, made when it started: clients that are asked must reach this instance again, before it restarts. With several instances set asking.keys, the same for all of them, and a shared ConfirmationStore.';

export const stateRefused = () =>
  '"requestState" is not what this server gave out for this request, has expired or was used before. Begin again without it';

export const stateNotText = () => '"requestState" must be the text that the server gave out';

export const answersNotObject = () => '"inputResponses" must be an object with the answers by key';

export const stateTooLarge = (most: number) =>
  `What the call has to remember while it asks is larger than ${most} bytes. Keep large values elsewhere, under a short key that ctx.once() returns.`;

export const tooManyOpen = () =>
  'Too many calls of this caller wait for answers. Let some of them end first.';

export const noAnswerInTime = (ms: number) => `nobody answered within ${ms} ms.`;

export const clientRefused = (message: string) => `the client said: ${message}`;

export const clientGone = () => 'the client has gone.';

/** @param problem without what was answered, which may be secret */
export const answerUnfit = (key: string, problem: string) =>
  `the answer to ${JSON.stringify(key)} does not fit: ${problem}.`;
