import { HttpException } from '@nestjs/common';

/**
 * A request is turned away over its token. The body is `{ error, error_description }` in the words of OAuth and tells nothing about why a token was refused.
 * The guard has put {@link headers} on the response already; they are here for filters that write a response of their own.
 */
export class BearerAuthenticationException extends HttpException {
  constructor(
    status: 401 | 403 | 503,
    error: string,
    description: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super({ error, error_description: description }, status);
    this.name = 'BearerAuthenticationException';
  }
}
