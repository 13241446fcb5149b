import { HttpException, HttpStatus } from '@nestjs/common';

/** A 429 that says when to come back: `{ statusCode, message, error, retry_after_seconds }`. */
export class ToolRateLimitException extends HttpException {
  /** @param retryAfterSeconds `null` when waiting does not help, because one use costs more than the whole budget */
  constructor(
    message: string,
    readonly retryAfterSeconds: number | null,
  ) {
    super(
      {
        statusCode: HttpStatus.TOO_MANY_REQUESTS,
        message,
        error: 'Too Many Requests',
        retry_after_seconds: retryAfterSeconds,
      },
      HttpStatus.TOO_MANY_REQUESTS,
    );
  }
}
