import { escapeForLine } from '../common/escape-for-line.js';

export const rendererFailed = (renderer: string, method: string, channel: string, fault: string) =>
  `${renderer}.${method} failed for the channel '${escapeForLine(channel, 64)}'; another renderer stands in. A renderer must not throw and must return text. ${fault}`;

export const badLimit = (name: string, minimum: number, got: unknown) =>
  `Rendering: ${name} must be a whole number of at least ${minimum}, got ${String(got)}.`;
