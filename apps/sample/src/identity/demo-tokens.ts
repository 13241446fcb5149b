import { StaticTokenValidator } from '@toolgate/mcp';
import { PEOPLE } from './people.js';

/**
 * Checks the tokens of the demo at the MCP endpoint. They are known to everybody and never expire; a real host checks the tokens of its
 * authorization server with `JwtTokenValidator` and says in the option `auth` where clients get them.
 */
export function demoTokens(): StaticTokenValidator {
  return StaticTokenValidator.of(
    Object.fromEntries(
      [...PEOPLE].map(([token, { id, name, scopes }]) => [
        token,
        { id, displayName: name, scopes },
      ]),
    ),
  );
}
