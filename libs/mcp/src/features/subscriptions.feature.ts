import { settle } from '@toolgate/tool-runtime';
import type { Awaitable } from '@toolgate/tool-runtime';
import type { InflightRequests } from '../json-rpc/inflight-requests.js';
import { failure, invalidParams, methodNotFound } from '../json-rpc/mcp-failures.js';
import type { McpConnection } from '../json-rpc/mcp-exchange.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import type { McpNotification, McpRequest } from '../json-rpc/mcp-request.js';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import type { Subscribers } from '../notifications/subscribers.js';
import { McpErrorCode } from '../protocol/error-codes.js';
import { LONGEST_URI } from '../uri/absolute-uri.js';
import { isCancelledByMessage } from './calls/cancelled-by-message.js';
import type { McpFeature, McpMethod } from './mcp-feature.js';
import type { ServedPrompts } from './prompts/served-prompt.js';
import { unknownResource } from './resources/resources.messages.js';
import type { ServedResources } from './resources/served-resources.js';
import { ConnectionSubscription } from './subscriptions/connection.subscription.js';
import { readListenFilter } from './subscriptions/listen-filter.js';
import type { ListenFilter } from './subscriptions/listen-filter.js';
import { ListenSubscription } from './subscriptions/listen.subscription.js';
import { StreamBudget } from './subscriptions/stream-budget.js';
import * as messages from './subscriptions/subscriptions.messages.js';

/** What the subscriptions feature works with. */
export interface SubscriptionsFeatureParts {
  readonly options: Pick<ResolvedMcpOptions, 'subscriptions'>;
  readonly resources: ServedResources;
  readonly prompts: ServedPrompts;
  readonly subscribers: Subscribers;
  readonly inflight: InflightRequests;
}

/**
 * News for clients that listen: `subscriptions/listen` on the modern era, `resources/subscribe` and what is told without being asked on the legacy one.
 * Whether a caller may hear of a resource is decided when it begins to listen and again whenever there is something to tell.
 */
export class SubscriptionsFeature implements McpFeature {
  readonly methods: ReadonlyMap<string, McpMethod>;
  readonly notifications: ReadonlyMap<string, (notification: McpNotification) => void>;
  private readonly budget: StreamBudget;
  private readonly told = new WeakSet<McpConnection>();

  constructor(private readonly parts: SubscriptionsFeatureParts) {
    this.budget = new StreamBudget(parts.options.subscriptions);
    const isServed = () => parts.resources.isAny;
    this.methods = new Map<string, McpMethod>([
      ['subscriptions/listen', { eras: ['modern'], handle: (request) => this.listen(request) }],
      [
        'resources/subscribe',
        { eras: ['legacy'], isServed, handle: (request) => this.subscribe(request) },
      ],
      [
        'resources/unsubscribe',
        { eras: ['legacy'], isServed, handle: (request) => this.unsubscribe(request) },
      ],
    ]);
    this.notifications = new Map([
      [
        'notifications/initialized',
        (notification: McpNotification) => this.connected(notification),
      ],
    ]);
  }

  /** What can be listened to stands with the features that it is about. */
  capabilities() {
    return {};
  }

  private listen(request: McpRequest): Awaitable<McpReply | undefined> {
    const { options, resources, subscribers } = this.parts;
    const filter = readListenFilter(request.params, options.subscriptions.maxResources);
    if (typeof filter === 'string') return invalidParams(request, filter);
    if (!request.exchange.pushes)
      return failure(request, McpErrorCode.INVALID_REQUEST, messages.streamNeeded());
    if (subscribers.isClosing)
      return failure(request, McpErrorCode.UNAVAILABLE, messages.shuttingDown());
    const giveBack = this.budget.take(request.context);
    if (!giveBack) return failure(request, McpErrorCode.RATE_LIMITED, messages.tooManyStreams());
    const inflight = isCancelledByMessage(request) ? this.parts.inflight.open(request) : undefined;
    const signal = inflight ? inflight.signal : request.exchange.signal;
    return this.honoured(request, filter)
      .then((honoured) => {
        const subscription = new ListenSubscription(request, honoured, resources);
        const stop = subscribers.add(subscription);
        const ended = subscription.run(signal).finally(stop);
        // While rights were looked up, the server may have begun to end.
        if (subscribers.isClosing) subscription.end();
        return ended;
      })
      .finally(() => {
        inflight?.close();
        giveBack();
      });
  }

  /** What is left of a wish: what this server can tell of, and this caller may hear of. */
  private async honoured(request: McpRequest, filter: ListenFilter): Promise<ListenFilter> {
    const { resources, prompts } = this.parts;
    const lists = new Set(filter.lists);
    if (!prompts.isAny) lists.delete('prompts');
    if (!resources.isAny) lists.delete('resources');
    if (!filter.uris || !resources.isAny) return { lists, uris: undefined };
    const uris = await Promise.all(
      [...filter.uris].map(async (uri) =>
        (await resources.canRead(uri, request.context)) ? [uri] : [],
      ),
    );
    return { lists, uris: new Set(uris.flat()) };
  }

  private subscribe(request: McpRequest): Awaitable<McpReply> {
    const { subscriptions } = request.exchange;
    const uri = uriOf(request);
    if (!subscriptions) return methodNotFound(request);
    if (uri === undefined) return invalidParams(request, messages.uriNeeded(LONGEST_URI));
    return settle(this.parts.resources.canRead(uri, request.context), (may) => {
      // Not to be told from what is not there.
      if (!may)
        return failure(request, McpErrorCode.RESOURCE_NOT_FOUND, unknownResource(uri), {
          data: { uri },
        });
      const { maxResources } = this.parts.options.subscriptions;
      return settle(subscriptions.add(uri, maxResources), (isKept) =>
        isKept
          ? { id: request.id, resultJson: '{}' }
          : failure(
              request,
              McpErrorCode.RATE_LIMITED,
              messages.tooManySubscriptions(maxResources),
            ),
      );
    });
  }

  private unsubscribe(request: McpRequest): Awaitable<McpReply> {
    const { subscriptions } = request.exchange;
    const uri = uriOf(request);
    if (!subscriptions) return methodNotFound(request);
    if (uri === undefined) return invalidParams(request, messages.uriNeeded(LONGEST_URI));
    return settle(subscriptions.remove(uri), () => ({ id: request.id, resultJson: '{}' }));
  }

  /** From now on the client may be told things it has not asked for. Over HTTP it opens a stream for them instead. */
  private connected({ exchange, context }: McpNotification): void {
    const { connection } = exchange;
    if (!connection || this.told.has(connection) || connection.closed.aborted) return;
    this.told.add(connection);
    const { subscribers, resources } = this.parts;
    const stop = subscribers.add(new ConnectionSubscription(connection, context, resources));
    connection.closed.addEventListener('abort', stop, { once: true });
  }
}

function uriOf({ params }: McpRequest): string | undefined {
  const { uri } = params;
  return typeof uri === 'string' && uri !== '' && uri.length <= LONGEST_URI ? uri : undefined;
}
