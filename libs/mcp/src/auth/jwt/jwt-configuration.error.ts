import { problemList } from '../../mcp.messages.js';
import { jwtProblems } from '../auth.messages.js';

/** A {@link JwtTokenValidator} cannot work the way it is configured. Lists everything that is wrong. */
export class JwtConfigurationError extends Error {
  /** @param problems one sentence each: which option, what it must be, what it was */
  constructor(readonly problems: readonly string[]) {
    super(problemList(jwtProblems, problems));
    this.name = 'JwtConfigurationError';
  }
}
