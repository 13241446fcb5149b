import { isJsonRpcId } from '../protocol/message.reader.js';
import { LazyAbortController } from './lazy-abort.js';
import type { JsonRpcId } from './json-rpc.types.js';
import type { McpNotification, McpRequest } from './mcp-request.js';

/** A request that its sender can still cancel. */
export interface InflightRequest {
  /** Aborts when the sender cancels or goes away. */
  readonly signal: AbortSignal;
  /** The sender wants no answer any more. */
  readonly isCancelled: boolean;
  /** The request has been answered. */
  close(): void;
}

/**
 * The requests that run and can be cancelled by a message. A client can reach only its own: the key is who sent it, over which session,
 * under which id. Clients that share all of these and use the same id at the same time cannot be told apart, so nobody cancels then.
 */
export class InflightRequests {
  private readonly entries = new Map<string, Entry>();

  open({ id, context, exchange }: McpRequest): InflightRequest {
    const key = keyOf(id, context, exchange);
    const sharer = this.entries.get(key);
    if (sharer) {
      sharer.sharers++;
      sharer.isAmbiguous = true;
    }
    const entry = new Entry(this.entries, key, exchange.signal, sharer);
    if (!sharer) this.entries.set(key, entry);
    return entry;
  }

  /** Follows `notifications/cancelled`. Unknown, finished, malformed and ambiguous ids are ignored, as the specification has it. */
  cancel({ params, context, exchange }: McpNotification): void {
    const { requestId } = params;
    if (!isJsonRpcId(requestId)) return;
    const entry = this.entries.get(keyOf(requestId, context, exchange));
    if (entry && !entry.isAmbiguous) entry.cancel();
  }

  /** How many run now. */
  get size(): number {
    return this.entries.size;
  }
}

class Entry implements InflightRequest {
  /** Requests under this key that have not been answered; counted by the first of them. */
  sharers = 1;
  isAmbiguous = false;
  isCancelled = false;
  private readonly controller = new LazyAbortController();
  private readonly forward: (() => void) | undefined;

  constructor(
    private readonly entries: Map<string, Entry>,
    private readonly key: string,
    private readonly sender: AbortSignal | undefined,
    private readonly first: Entry | undefined,
  ) {
    if (!sender) return;
    this.forward = () => this.cancel();
    if (sender.aborted) this.cancel();
    else sender.addEventListener('abort', this.forward, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  cancel(): void {
    this.isCancelled = true;
    this.controller.abort();
  }

  close(): void {
    if (this.forward) this.sender?.removeEventListener('abort', this.forward);
    const owner = this.first ?? this;
    if (--owner.sharers === 0) this.entries.delete(this.key);
  }
}

/** Text lengths keep the parts apart whatever they contain; the type of the id counts, so `7` and `"7"` differ. */
function keyOf(
  id: JsonRpcId,
  { principal, ip, userAgent }: McpRequest['context'],
  { session }: McpRequest['exchange'],
): string {
  // Of an anonymous caller without a session, the address is all there is.
  const sender = principal === null ? `?${ip ?? ''} ${userAgent ?? ''}` : `=${principal}`;
  const sessionId = session?.id ?? '';
  return `${typeof id === 'string' ? 's' : 'n'}${sender.length}:${sender}${sessionId.length}:${sessionId}${id}`;
}
