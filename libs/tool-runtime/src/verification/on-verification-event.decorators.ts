import { OnEvent } from '@nestjs/event-emitter';
import { VerificationEvent } from './verification-events.js';

/**
 * Runs a method when somebody has to say yes: to send a mail, to post into a channel. Cannot change anything about it.
 *
 * @example
 * ```ts
 * @OnVerificationRequested()
 * tellTheManagers({ request }: VerificationRequestedEvent) {
 *   return this.mail.send('managers', `${request.payload['summary']} waits for you (${request.id}).`);
 * }
 * ```
 */
export const OnVerificationRequested = (): MethodDecorator =>
  OnEvent(VerificationEvent.REQUESTED, { suppressErrors: false });

/** Runs a method when everybody who had to has said yes: to tell the caller to go on. */
export const OnVerificationGranted = (): MethodDecorator =>
  OnEvent(VerificationEvent.GRANTED, { suppressErrors: false });

/** Runs a method when somebody has said no. */
export const OnVerificationRejected = (): MethodDecorator =>
  OnEvent(VerificationEvent.REJECTED, { suppressErrors: false });

/** Runs a method when a verification or a grant has expired; up to a minute afterwards. */
export const OnVerificationExpired = (): MethodDecorator =>
  OnEvent(VerificationEvent.EXPIRED, { suppressErrors: false });
