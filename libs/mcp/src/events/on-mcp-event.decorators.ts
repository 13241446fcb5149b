import { OnEvent } from '@nestjs/event-emitter';
import { McpEvent } from './mcp-events.js';

/**
 * Runs a method before the server looks at a message. It may answer or veto through `event.slot`; throwing, rejecting or taking too long
 * vetoes the message. (A plain `@OnEvent('mcp.request')` would have its errors swallowed, which reads as consent.)
 */
export const OnMcpRequest = (): MethodDecorator =>
  OnEvent(McpEvent.REQUEST, { suppressErrors: false });

/** Runs a method after the server has dealt with a message. Cannot change the response. */
export const OnMcpResponded = (): MethodDecorator =>
  OnEvent(McpEvent.RESPONDED, { suppressErrors: false });
