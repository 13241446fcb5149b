import { problemList } from './mcp.messages.js';

/** A server cannot run the way it is configured. Lists everything that is wrong, so that one edit is enough. */
export class McpConfigurationError extends Error {
  /** @param problems one sentence each: what is wrong, where, what to do */
  constructor(readonly problems: readonly string[]) {
    super(problemList('McpModule cannot start:', problems));
    this.name = 'McpConfigurationError';
  }
}
