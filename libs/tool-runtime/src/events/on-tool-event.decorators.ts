import { OnEvent } from '@nestjs/event-emitter';
import { ToolEvent } from './tool-events.js';

/**
 * Runs a method before a tool executes, after every gate. It may answer or veto through `event.slot`; throwing, rejecting or taking
 * too long vetoes the call. (A plain `@OnEvent('tool.executing')` would have its errors swallowed, which reads as consent.)
 *
 * @example
 * ```ts
 * @OnToolExecuting()
 * refuseOnHolidays(event: ToolExecutingEvent) {
 *   if (event.tool.mutating && this.calendar.isHoliday()) event.slot.stop('No changes on holidays.');
 * }
 * ```
 */
export const OnToolExecuting = (): MethodDecorator =>
  OnEvent(ToolEvent.EXECUTING, { suppressErrors: false });

/** Runs a method after a tool returned, or a listener answered for it. Cannot change the result. */
export const OnToolExecuted = (): MethodDecorator =>
  OnEvent(ToolEvent.EXECUTED, { suppressErrors: false });

/** Runs a method after a tool threw, ran out of time or was cancelled. Cannot change the result. */
export const OnToolFailed = (): MethodDecorator =>
  OnEvent(ToolEvent.FAILED, { suppressErrors: false });
