import { isJsonRpcId } from '../protocol/message.reader.js';
import type { JsonRpcId } from '../json-rpc/json-rpc.types.js';
import type { StdioExchange } from './stdio-exchange.js';

/** The requests of one connection that have not been answered. */
export class OpenRequests {
  private readonly byId = new Map<JsonRpcId, StdioExchange[]>();
  /** Those that end by themselves, so that a shutdown can wait for them. */
  private ending = 0;
  private readonly idlers = new Set<() => void>();

  add(id: JsonRpcId, exchange: StdioExchange): void {
    const sharers = this.byId.get(id);
    if (sharers) sharers.push(exchange);
    else this.byId.set(id, [exchange]);
    if (!exchange.isEndless) this.ending++;
  }

  remove(id: JsonRpcId, exchange: StdioExchange): void {
    const sharers = this.byId.get(id) ?? [];
    const others = sharers.filter((sharer) => sharer !== exchange);
    if (others.length === sharers.length) return;
    if (others.length === 0) this.byId.delete(id);
    else this.byId.set(id, others);
    if (!exchange.isEndless && --this.ending === 0) for (const settle of this.idlers) settle();
  }

  /**
   * Cancels the request with this id. An id that is unknown, answered or malformed is ignored (cancellation is a courtesy), and so is one
   * that several open requests share: nobody can say which of them is meant.
   */
  cancel(id: unknown): void {
    const sharers = isJsonRpcId(id) ? this.byId.get(id) : undefined;
    if (sharers?.length === 1) sharers[0]!.cancel();
  }

  /** Cancels every request, or every one that would end by itself. */
  cancelAll(kind: 'ending' | 'every'): void {
    for (const exchange of [...this.byId.values()].flat())
      if (kind === 'every' || !exchange.isEndless) exchange.cancel();
  }

  /** Waits until every request that ends by itself has ended, at most until `enough` resolves. */
  async drain(enough: Promise<unknown>): Promise<void> {
    if (this.ending === 0) return;
    let settle: () => void = () => undefined;
    const idle = new Promise<void>((resolve) => (settle = resolve));
    this.idlers.add(settle);
    await Promise.race([idle, enough]);
    this.idlers.delete(settle);
  }
}
