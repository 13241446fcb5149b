import { Inject, Injectable, Logger } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Redactor, isPromiseLike } from '@toolgate/tool-runtime';
import type { Awaitable, ToolContext } from '@toolgate/tool-runtime';
import { JsonRpcService } from '../json-rpc/json-rpc.service.js';
import type { McpHeaders, McpSession } from '../json-rpc/mcp-exchange.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import { requestFailed } from '../mcp.messages.js';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import { MCP_OPTIONS } from '../mcp.tokens.js';
import { isObject } from '../protocol/message.reader.js';
import { acceptedForm } from './accept.js';
import type { AcceptedForm } from './accept.js';
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
import { StreamableResponse } from './streamable-response.js';

/** A method whose answer goes on until the client has had enough. */
const ENDLESS_METHOD = 'subscriptions/listen';

/** A message that has been read, and who is to be answered how. */
interface Incoming {
  readonly message: unknown;
  readonly form: AcceptedForm;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: ToolContext;
}

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

  /** Answers one request. Never throws and never rejects. Waits only for what is not there yet: most answers are written in the tick in which the body ends. */
  handle(request: PlatformRequest, platformResponse: PlatformResponse): Awaitable<void> {
    const caller = callerOf(request);
    // The gate has answered.
    if (!caller) return;
    const response = takeResponse(platformResponse);
    try {
      const answered =
        rawRequest(request).method === 'POST'
          ? this.post(request, response, caller)
          : this.sessions.answer(rawRequest(request), response, caller);
      if (!isPromiseLike(answered)) return answered;
      return answered.then(undefined, (fault: unknown) => this.fail(response, fault));
    } catch (fault) {
      this.fail(response, fault);
    }
  }

  private post(
    platformRequest: PlatformRequest,
    response: ServerResponse,
    caller: ToolContext,
  ): Awaitable<void> {
    const request = rawRequest(platformRequest);
    const form = acceptedForm(request.headers.accept);
    const unreadable = bodyRefusal(request) ?? (form === 'none' ? NOT_ACCEPTABLE : undefined);
    if (unreadable) return refuse(response, unreadable);
    return readMessage(request, platformRequest, this.options.http.maxBodyBytes, (reading) => {
      if (reading === 'gone') return;
      if ('refusal' in reading) return refuse(response, reading.refusal);
      return this.dispatch({ message: reading.message, form, request, response, caller });
    });
  }

  private dispatch(incoming: Incoming): Awaitable<void> {
    const headers = new HttpHeaders(incoming.request.headers);
    const isModern = this.options.eras !== 'legacy' && isModernMessage(incoming.message, headers);
    if (this.sessions.isOn && !isModern) return this.dispatchInSession(incoming, headers);
    const exchange = this.exchangeFor(incoming, headers, isModern, undefined);
    const reply = this.answer(incoming, exchange);
    if (!isPromiseLike(reply)) return exchange.conclude(reply);
    exchange.watch();
    return reply.then((late) => exchange.conclude(late));
  }

  private async dispatchInSession(incoming: Incoming, headers: McpHeaders): Promise<void> {
    const { message, request, response, caller } = incoming;
    const lookup = await this.sessions.find(message, request, caller);
    if ('refusal' in lookup) return refuse(response, lookup.refusal);
    const { session } = lookup;
    const logLevel = session?.logLevel;
    const exchange = this.exchangeFor(incoming, headers, false, session);
    exchange.watch();
    const reply = await this.answer(incoming, exchange);
    const settled = await this.sessions.settle(message, reply, session, logLevel, caller);
    if (isRefusal(settled)) exchange.refuse(settled);
    else exchange.conclude(reply, settled);
  }

  private exchangeFor(
    { message, form, response, caller }: Incoming,
    headers: McpHeaders,
    isModern: boolean,
    session: McpSession | undefined,
  ): StreamableResponse {
    const isEndless = isModern && isObject(message) && message['method'] === ENDLESS_METHOD;
    const { keepAliveMs } = this.options.http;
    const terms = {
      form,
      isModern,
      headers,
      session,
      isEndless,
      // Legacy clients without a session have no stream for what is not an answer.
      pushes: isModern ? form !== 'json' : this.sessions.isOn,
      subscriptions: session && this.sessions.subscriptionsOf(session, caller),
      resumption: session && form !== 'json' ? this.sessions.resumptionOf(session) : undefined,
      keepAliveMs,
    };
    return new StreamableResponse(response, terms, this.exchanges);
  }

  private answer(
    { message, caller }: Incoming,
    exchange: StreamableResponse,
  ): Awaitable<McpReply | undefined> {
    return (
      this.stepUp.refusal(message, caller) ?? this.dispatcher.receive(message, caller, exchange)
    );
  }

  /** A session store that is down, or a fault of ours: the caller learns that it failed and nothing else. */
  private fail(response: ServerResponse, fault: unknown): void {
    this.logger.error(requestFailed(this.redactor.describeError(fault)));
    if (response.headersSent) response.end();
    else refuse(response, UNAVAILABLE);
  }
}
