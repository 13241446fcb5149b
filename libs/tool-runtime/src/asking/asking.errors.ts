import { ToolError } from '../result/tool-error.js';
import { ToolResultCode } from '../result/tool-result.codes.js';
import { CAPABILITY_NAMES, cannotAsk, notAnswered } from './asking.messages.js';
import type { AskCapability } from './question.js';

/** The client cannot be asked what the tool cannot do without. */
export class CapabilityMissingError extends ToolError {
  constructor(readonly capability: AskCapability) {
    super(cannotAsk(CAPABILITY_NAMES[capability] ?? capability), {
      code: ToolResultCode.CAPABILITY_MISSING,
      meta: { capability },
    });
    this.name = 'CapabilityMissingError';
  }
}

/** A client was asked and gave no answer that makes sense: in time, or at all. */
export class NotAnsweredError extends ToolError {
  /** @param why one sentence */
  constructor(why: string) {
    super(notAnswered(why), { code: ToolResultCode.CAPABILITY_MISSING });
    this.name = 'NotAnsweredError';
  }
}

/**
 * Ends a call whose client brings the answers with another one, which runs the tool again from its beginning. Thrown by the exchange; a tool that
 * catches it ends the same way.
 */
export class InputRequiredError extends Error {
  constructor() {
    super('The call ends here until its client has answered, and then runs again.');
    this.name = 'InputRequiredError';
  }
}
