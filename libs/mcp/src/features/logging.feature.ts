import { invalidParams } from '../json-rpc/mcp-failures.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import type { McpRequest } from '../json-rpc/mcp-request.js';
import { isLogLevel } from '../protocol/log-levels.js';
import type { McpFeature, McpMethod } from './mcp-feature.js';

/**
 * Log messages of running tools to their clients. Legacy clients set a level for their session; modern ones ask with each request, so they
 * have no method for it.
 */
export class LoggingFeature implements McpFeature {
  readonly methods: ReadonlyMap<string, McpMethod> = new Map([
    ['logging/setLevel', { eras: ['legacy'], handle: setLevel } satisfies McpMethod],
  ]);

  capabilities() {
    return { logging: {} };
  }
}

/** Without a session there is nowhere to keep the level, and every request gets the default. */
function setLevel(request: McpRequest): McpReply {
  const { level } = request.params;
  if (!isLogLevel(level)) return invalidParams(request, '"level" must be one of the log levels');
  const { session } = request.exchange;
  if (session) session.logLevel = level;
  return { id: request.id, resultJson: '{}' };
}
