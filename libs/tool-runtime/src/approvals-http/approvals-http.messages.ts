export const guardsNeeded = (path: string): string =>
  `ApprovalsModule.forRoot: the routes below "/${path}" would let anybody approve. Give "guards" that authenticate the reviewer, or say "guardedElsewhere: true" when global guards do.`;

export const badReason = (longest: number): string =>
  `The body may hold "reason", a text of at most ${longest} characters, and nothing else.`;

export const badLimit = (most: number): string =>
  `"limit" must be a whole number from 1 to ${most}.`;

export const badCursor = (): string => '"after" must be what "next" said on the page before.';

export const nobody = (): string => 'Say who you are before you decide.';

/** @param reason without secrets */
export const cannotDecide = (reason: string): string =>
  `An approval could not be decided: ${reason}`;
