import { ToolContext } from '@toolgate/tool-runtime';
import type { Principal } from './principal.js';

/** What is known about a request besides who sent it. */
export interface RequestOrigin {
  readonly ip?: string | null;
  readonly userAgent?: string | null;
  /** Correlates what is said and recorded of the request; made when absent. */
  readonly requestId?: string;
}

/**
 * The context of everything a caller does over MCP: principal as {@link principalText}, scopes as they are now, `extra` passed on as facts that nothing decides by.
 * @param principal null is an anonymous caller, whom the policy of the channel refuses
 */
export function principalContext(
  principal: Principal | null,
  { ip, userAgent, requestId }: RequestOrigin = {},
): ToolContext {
  if (principal === null) return ToolContext.mcp({ principal: null, ip, userAgent, requestId });
  const { scopes, extra } = principal;
  return ToolContext.mcp({
    principal: principalText(principal),
    scopes,
    ip,
    userAgent,
    requestId,
    extra,
  });
}

/**
 * One text for a principal and its issuer; different ones never give the same text, so that budgets, confirmations, sessions and separation of duties
 * cannot mix up people of two issuers.
 *
 * Without an issuer it is the id. With one it is `issuer#id`: the URL of an issuer has no fragment (RFC 8414, section 2), so the first `#` is the border. An
 * id without issuer that has a `#` itself gets one in front.
 */
export function principalText({ id, issuer }: Principal): string {
  if (issuer) return `${issuer.replace(/[%#]/g, encodeURIComponent)}#${id}`;
  return id.includes('#') ? `#${id}` : id;
}
