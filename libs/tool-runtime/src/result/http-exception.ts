import { HttpException } from '@nestjs/common';
import type { ToolResultCode } from './tool-result.codes.js';

/** What an HttpException says, read without trusting it. */
export interface HttpExceptionFacts {
  readonly status: number;
  readonly message: string;
}

const CODE_BY_STATUS: ReadonlyMap<number, ToolResultCode> = new Map([
  [400, 'VALIDATION_ERROR'],
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [408, 'TIMEOUT'],
  [409, 'CONFLICT'],
  [410, 'NOT_FOUND'],
  [412, 'CONFLICT'],
  [422, 'VALIDATION_ERROR'],
  [423, 'CONFLICT'],
  [429, 'RATE_LIMITED'],
  [503, 'UNAVAILABLE'],
  [504, 'TIMEOUT'],
]);

/** The result code of an HTTP status; INTERNAL_ERROR where none fits. */
export function codeOfHttpStatus(status: number): ToolResultCode {
  return CODE_BY_STATUS.get(status) ?? 'INTERNAL_ERROR';
}

/**
 * Status and message of an HttpException, or undefined for anything else. Recognised by its methods as well, because two copies
 * of `@nestjs/common` in one process make `instanceof` say no.
 */
export function httpExceptionMessage(error: unknown): HttpExceptionFacts | undefined {
  try {
    if (!isHttpException(error)) return undefined;
    const status = error.getStatus();
    if (typeof status !== 'number') return undefined;
    return { status, message: messageOf(error) };
  } catch {
    // A response or message getter that throws: not an exception whose text can be shown.
    return undefined;
  }
}

function isHttpException(error: unknown): error is HttpException {
  if (error instanceof HttpException) return true;
  const candidate = error as Partial<HttpException> | null | undefined;
  return (
    error instanceof Error &&
    typeof candidate?.getStatus === 'function' &&
    typeof candidate.getResponse === 'function'
  );
}

function messageOf(error: HttpException): string {
  const response = error.getResponse();
  if (typeof response === 'string' && response) return response;
  const { message } = response as { message?: unknown };
  if (typeof message === 'string' && message) return message;
  if (Array.isArray(message) && message.length > 0) return message.map(String).join('; ');
  return error.message || 'The request was refused.';
}
