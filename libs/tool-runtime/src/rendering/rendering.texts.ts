/** Every sentence and word that a renderer adds to what a tool returned. Replace some of them, or all for another language. */
export interface RenderingTexts {
  readonly done: string;
  readonly results: string;
  readonly noResults: string;
  readonly item: string;
  readonly notAvailable: string;
  readonly yes: string;
  readonly no: string;
  readonly unknownError: string;
  readonly error: (message: string) => string;
  readonly retryAfter: (seconds: number) => string;
  readonly mayHaveTakenEffect: string;
  readonly blockedHeading: string;
  readonly blocked: string;
  readonly suggestion: (suggestion: string) => string;
  readonly confirmationHeading: string;
  readonly confirmationRequired: string;
  /** @param tool name of the tool, when the result says it; @param expiresAt ISO 8601, when the result says it */
  readonly redeem: (tool: string | undefined, expiresAt: string | undefined) => string;
  readonly nothingDoneYet: string;
  readonly planHeading: string;
  readonly planned: string;
  readonly actions: string;
  readonly page: (page: number, totalPages: number, totalItems: number) => string;
  readonly more: (count: number) => string;
  readonly moreLines: (count: number) => string;
  readonly media: (kind: string, mimeType: string, bytes: number) => string;
}

/** The texts in English. */
export const ENGLISH_TEXTS: RenderingTexts = Object.freeze({
  done: 'Operation completed successfully.',
  results: 'Results',
  noResults: 'No results found.',
  item: 'Item',
  notAvailable: 'N/A',
  yes: 'Yes',
  no: 'No',
  unknownError: 'Unknown error',
  error: (message: string) => `Error: ${message}`,
  retryAfter: (seconds: number) => `Try again in ${seconds} s.`,
  mayHaveTakenEffect: 'It may have taken effect all the same. Look before you try again.',
  blockedHeading: 'OPERATION BLOCKED',
  blocked: 'Operation blocked',
  suggestion: (suggestion: string) => `Suggestion: ${suggestion}`,
  confirmationHeading: 'CONFIRMATION REQUIRED',
  confirmationRequired: 'Confirmation required',
  redeem: (tool: string | undefined, expiresAt: string | undefined) =>
    `Nothing has been done yet. To go ahead, call ${tool ?? 'the tool'} again with the confirm_token of this result${expiresAt === undefined ? '' : `, before ${expiresAt}`}. To cancel, do nothing.`,
  nothingDoneYet: 'Nothing has been done yet.',
  planHeading: 'PLAN',
  planned: 'This is what would happen. Nothing has been done.',
  actions: 'Available actions:',
  page: (page: number, totalPages: number, totalItems: number) =>
    `Page ${page}/${totalPages} (${totalItems} total items)`,
  more: (count: number) => `… ${count} more`,
  moreLines: (count: number) => `… ${count} more lines`,
  media: (kind: string, mimeType: string, bytes: number) =>
    `[${kind}: ${mimeType}, ${bytes} bytes]`,
});
