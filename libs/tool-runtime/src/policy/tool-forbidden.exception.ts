import { ForbiddenException } from '@nestjs/common';
import type { DenialReasonCode } from './policy-decision.js';

/** A 403 that says which check refused: `{ statusCode, message, error, reason_code }`. */
export class ToolForbiddenException extends ForbiddenException {
  constructor(
    message: string,
    readonly reasonCode: DenialReasonCode,
  ) {
    super({ statusCode: 403, message, error: 'Forbidden', reason_code: reasonCode });
  }
}
