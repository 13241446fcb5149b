import { Inject, Injectable, Logger } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Redactor, isPromiseLike } from '@toolgate/tool-runtime';
import type { Awaitable, ToolContext } from '@toolgate/tool-runtime';
import { JsonRpcService } from '../json-rpc/json-rpc.service.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import { requestFailed } from '../mcp.messages.js';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import { MCP_OPTIONS } from '../mcp.tokens.js';
import { isObject } from '../protocol/message.reader.js';
import { acceptedForm } from './accept.js';
import { HttpHeaders } from './http-headers.js';
import { bodyRefusal, readMessage } from './incoming-message.js';
import { callerOf } from './mcp-caller.guard.js';
import { isModernMessage } from './message-era.js';
import { OpenExchanges } from './open-exchanges.js';
import { rawRequest, takeResponse } from './platform-message.js';
import type { PlatformRequest, PlatformResponse } from './platform-message.js';
import { NOT_ACCEPTABLE, UNAVAILABLE, isRefusal, refuse } from './refusal.js';
import { ScopeStepUp } from './scope-step-up.js';
import { SessionEndpoint } from './sessions/session.endpoint.js';
import type { SessionLookup } from './sessions/session.endpoint.js';
import { StreamableResponse } from './streamable-response.js';

/** A method whose answer goes on until the client has had enough. */
const ENDLESS_METHOD = 'subscriptions/listen';
const NO_SESSION: SessionLookup = { session: undefined };

/**
 * Streamable HTTP, from the guards of the endpoint to the dispatcher: method, form of the body, message, session, scopes. Who may be here at all has been settled by the
 * gate and the guards.
 */
@Injectable()
export class McpHttpEndpoint {
  private readonly logger = new Logger(McpHttpEndpoint.name);

  constructor(
    @Inject(MCP_OPTIONS) private readonly options: ResolvedMcpOptions,
    private readonly dispatcher: JsonRpcService,
    private readonly sessions: SessionEndpoint,
    private readonly stepUp: ScopeStepUp,
    private readonly exchanges: OpenExchanges,
    private readonly redactor: Redactor,
  ) {}

  /** Answers one request. Never rejects. */
  async handle(request: PlatformRequest, platformResponse: PlatformResponse): Promise<void> {
    const caller = callerOf(request);
    // The gate has answered.
    if (!caller) return;
    const response = takeResponse(platformResponse);
    try {
      const { method } = rawRequest(request);
      if (method === 'POST') await this.post(request, response, caller);
      else await this.sessions.answer(rawRequest(request), response, caller);
    } catch (fault) {
      this.fail(response, fault);
    }
  }

  private async post(
    platformRequest: PlatformRequest,
    response: ServerResponse,
    caller: ToolContext,
  ): Promise<void> {
    const request = rawRequest(platformRequest);
    const form = acceptedForm(request.headers.accept);
    const unreadable = bodyRefusal(request) ?? (form === 'none' ? NOT_ACCEPTABLE : undefined);
    if (unreadable) return refuse(response, unreadable);
    const reading = await readMessage(request, platformRequest, this.options.http.maxBodyBytes);
    if (reading === 'gone') return;
    if ('refusal' in reading) return refuse(response, reading.refusal);
    await this.dispatch(reading.message, request, response, caller);
  }

  private async dispatch(
    message: unknown,
    request: IncomingMessage,
    response: ServerResponse,
    caller: ToolContext,
  ): Promise<void> {
    const headers = new HttpHeaders(request.headers);
    const isModern = this.options.eras !== 'legacy' && isModernMessage(message, headers);
    const keepsSession = this.sessions.isOn && !isModern;
    const lookup = keepsSession ? await this.sessions.find(message, request, caller) : NO_SESSION;
    if ('refusal' in lookup) return refuse(response, lookup.refusal);
    const { session } = lookup;
    const logLevel = session?.logLevel;

    const exchange = new StreamableResponse(
      response,
      {
        form: acceptedForm(request.headers.accept),
        isModern,
        headers,
        session,
        isEndless: isModern && isObject(message) && message['method'] === ENDLESS_METHOD,
        keepAliveMs: this.options.http.keepAliveMs,
      },
      this.exchanges,
    ).begin();
    const answer: Awaitable<McpReply | undefined> =
      this.stepUp.refusal(message, caller) ?? this.dispatcher.receive(message, caller, exchange);
    // Most answers are there at once; waiting for them would cost a turn of the event loop.
    const reply = isPromiseLike(answer) ? await answer : answer;
    if (!keepsSession) return exchange.conclude(reply);
    const settled = await this.sessions.settle(message, reply, session, logLevel, caller);
    if (isRefusal(settled)) exchange.refuse(settled);
    else exchange.conclude(reply, settled);
  }

  /** A session store that is down, or a fault of ours: the caller learns that it failed and nothing else. */
  private fail(response: ServerResponse, fault: unknown): void {
    this.logger.error(requestFailed(this.redactor.describeError(fault)));
    if (response.headersSent) response.end();
    else refuse(response, UNAVAILABLE);
  }
}
