import { Inject, Injectable } from '@nestjs/common';
import type { ToolContext } from '@toolgate/tool-runtime';
import { insufficientScopeChallenge } from '../auth/bearer-challenge.js';
import { ProtectedResource } from '../auth/protected-resource.js';
import { JsonRpcService } from '../json-rpc/json-rpc.service.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import { McpErrorCode } from '../protocol/error-codes.js';
import { isJsonRpcId, isObject } from '../protocol/message.reader.js';

/**
 * Turns a call away whose token does not reach, before anything of the answer is sent: only a status and a header make a client ask its user for more (2026-07-28,
 * authorization). Without the `auth` option there is nobody to ask, and the call is denied by policy like any other.
 */
@Injectable()
export class ScopeStepUp {
  constructor(
    @Inject(ProtectedResource) private readonly resource: ProtectedResource | null,
    private readonly dispatcher: JsonRpcService,
  ) {}

  /** @returns undefined for a message that may be served as far as scopes go */
  refusal(message: unknown, caller: ToolContext): McpReply | undefined {
    // An anonymous caller has no token that could reach further.
    if (!this.resource || caller.principal === null) return undefined;
    const missing = this.dispatcher.requiredScopesMissing(message, caller);
    if (!missing) return undefined;
    const id = isObject(message) && isJsonRpcId(message['id']) ? message['id'] : undefined;
    return {
      id,
      error: { code: McpErrorCode.INVALID_REQUEST, message: 'Insufficient scope' },
      origin: 'envelope',
      status: 403,
      headers: { 'WWW-Authenticate': insufficientScopeChallenge(missing, this.resource) },
    };
  }
}
